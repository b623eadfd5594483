package referee_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"github.com/belote-referee/belote-referee/clients/go/referee"
	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

func TestAnswer(t *testing.T) {
	ref := connect(t, new(server).start(t))
	answer, err := ref.JudgeTrick(t.Context(), &refereev1.JudgeTrickRequest{})
	if err != nil || answer.GetWinner() != refereev1.Seat_SEAT_EAST {
		t.Errorf("answered %v, %v", answer, err)
	}
}

func TestDeadline(t *testing.T) {
	for name, test := range map[string]struct {
		ofContext time.Duration
		opts      []referee.Option
		wanted    time.Duration
	}{
		"by default":               {wanted: referee.DefaultTimeout},
		"of the option":            {wanted: time.Minute, opts: []referee.Option{referee.WithTimeout(time.Minute)}},
		"of the context, longer":   {wanted: time.Hour, ofContext: time.Hour},
		"of the context, shorter":  {wanted: 4 * time.Second, ofContext: 4 * time.Second},
		"of the context over both": {time.Hour, []referee.Option{referee.WithTimeout(time.Minute)}, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			here := new(server)
			ref := connect(t, here.start(t), test.opts...)
			ctx := t.Context()
			if test.ofContext > 0 {
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, test.ofContext)
				defer cancel()
			}
			before := time.Now()
			judged(t, ctx, ref)
			_, called := here.seen(t)
			deadline, _ := called.Deadline()
			left := time.Until(deadline)
			if took := time.Since(before); left > test.wanted || left < test.wanted-took-100*time.Millisecond {
				t.Errorf("%v were left of %v after at most %v", left, test.wanted, took)
			}
		})
	}
}

func TestLanguage(t *testing.T) {
	other := func(ctx context.Context) context.Context {
		return metadata.AppendToOutgoingContext(ctx, "x-other", "kept")
	}
	for name, test := range map[string]struct {
		ofReferee, ofContext string
		wanted               []string
	}{
		"none":                    {"", "", nil},
		"of the referee":          {"fr", "", []string{"fr"}},
		"of the context":          {"", "fr", []string{"fr"}},
		"of the context over all": {"en", "fr-CH, de;q=0.5", []string{"fr-CH, de;q=0.5"}},
	} {
		t.Run(name, func(t *testing.T) {
			here := new(server)
			ref := connect(t, here.start(t), referee.WithLanguage(test.ofReferee))
			ctx := other(t.Context())
			if test.ofContext != "" {
				ctx = referee.ContextWithLanguage(referee.ContextWithLanguage(ctx, "es"), test.ofContext)
			}
			judged(t, ctx, ref)
			if sent := here.received(t, "accept-language"); !slices.Equal(sent, test.wanted) {
				t.Errorf("sent %q, not %q", sent, test.wanted)
			}
			if sent := here.received(t, "x-other"); !slices.Equal(sent, []string{"kept"}) {
				t.Errorf("other metadata became %q", sent)
			}
		})
	}
}

func TestLanguageLeavesTheContextBeforeItAlone(t *testing.T) {
	before := metadata.AppendToOutgoingContext(t.Context(), "accept-language", "en")
	referee.ContextWithLanguage(before, "fr")
	sent, _ := metadata.FromOutgoingContext(before)
	if got := sent.Get("accept-language"); !slices.Equal(got, []string{"en"}) {
		t.Errorf("it became %q", got)
	}
}

func TestSaysWhoItIs(t *testing.T) {
	here := new(server)
	judged(t, t.Context(), connect(t, here.start(t)))
	if sent := here.received(t, "user-agent"); len(sent) != 1 || !strings.HasPrefix(sent[0], "belote-referee-go/") {
		t.Errorf("sent %q", sent)
	}
}

func TestRetries(t *testing.T) {
	for name, test := range map[string]struct {
		code   codes.Code
		fails  int
		calls  int
		passes bool
	}{
		"no failure":             {codes.Unavailable, 0, 1, true},
		"unavailable once":       {codes.Unavailable, 1, 2, true},
		"unavailable thrice":     {codes.Unavailable, 3, 4, true},
		"unavailable four times": {codes.Unavailable, 4, 4, false},
		"another failure":        {codes.ResourceExhausted, 1, 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			here := &server{answer: func(_ context.Context, call int) error {
				if call > test.fails {
					return nil
				}
				return status.Error(test.code, "not now")
			}}
			ref := connect(t, here.start(t), referee.WithTimeout(30*time.Second))
			err := judge(t.Context(), ref)
			if calls, _ := here.seen(t); calls != test.calls || (err == nil) != test.passes {
				t.Errorf("%d calls, and then %v", calls, err)
			}
			if err != nil && status.Code(err) != test.code {
				t.Errorf("failed with %v", err)
			}
		})
	}
}

func TestRetriesAreThoseOfAllClients(t *testing.T) {
	ofAll, err := os.ReadFile("../../service_config.json")
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the folder stands alone: there is nothing to compare with")
	}
	own, here := os.ReadFile("service_config.json")
	if err != nil || here != nil {
		t.Fatal(err, here)
	}
	if !bytes.Equal(own, ofAll) {
		t.Error("service_config.json is not a copy of the one in clients")
	}
}

func TestRefusesToConnect(t *testing.T) {
	for name, test := range map[string]struct {
		target string
		opt    referee.Option
	}{
		"no time":                 {"127.0.0.1:1", referee.WithTimeout(0)},
		"less than no time":       {"127.0.0.1:1", referee.WithTimeout(-time.Second)},
		"a language of two lines": {"127.0.0.1:1", referee.WithLanguage("fr\nx: y")},
		"a language of no ASCII":  {"127.0.0.1:1", referee.WithLanguage("françois")},
		"a token of two lines":    {"127.0.0.1:1", referee.WithToken("secret\n")},
		"a token in two words":    {"127.0.0.1:1", referee.WithToken("secret secret")},
		"a token for all to read": {"referee.example:1", referee.WithToken("secret")},
		"no credentials for gRPC": {"127.0.0.1:1", referee.WithDialOptions(grpc.WithTransportCredentials(nil))},
	} {
		t.Run(name, func(t *testing.T) {
			ref, err := referee.Connect(test.target, test.opt)
			if err == nil {
				ref.Close()
				t.Fatal("it connected")
			}
			if !strings.HasPrefix(err.Error(), "referee: ") || strings.Contains(err.Error(), "secret") {
				t.Error(err)
			}
		})
	}
}

func TestToken(t *testing.T) {
	here := new(server)
	judged(t, t.Context(), connect(t, here.start(t), referee.WithToken("of-mine")))
	if sent := here.received(t, "authorization"); !slices.Equal(sent, []string{"Bearer of-mine"}) {
		t.Errorf("sent %q", sent)
	}
	judged(t, t.Context(), connect(t, here.start(t)))
	if sent := here.received(t, "authorization"); sent != nil {
		t.Errorf("sent %q without a token", sent)
	}
}

func TestDialOptionsPrevail(t *testing.T) {
	here := new(server)
	var methods []string
	note := func(
		ctx context.Context, method string, request, reply any, cc *grpc.ClientConn, invoke grpc.UnaryInvoker,
		opts ...grpc.CallOption,
	) error {
		methods = append(methods, method)
		return invoke(ctx, method, request, reply, cc, opts...)
	}
	opts := referee.WithDialOptions(grpc.WithUnaryInterceptor(note), grpc.WithUserAgent("mine"))
	judged(t, t.Context(), connect(t, here.start(t), opts))
	if !slices.Equal(methods, []string{refereev1.RefereeService_JudgeTrick_FullMethodName}) {
		t.Errorf("the interceptor saw %q", methods)
	}
	if sent := here.received(t, "user-agent"); !strings.HasPrefix(sent[0], "mine ") {
		t.Errorf("sent %q", sent)
	}
}
