package referee_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"

	"github.com/belote-referee/belote-referee/clients/go/referee"
	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

// refusal is an error as a server sends it.
func refusal(t *testing.T, code codes.Code, message string, details ...protoadapt.MessageV1) error {
	t.Helper()
	st, err := status.New(code, message).WithDetails(details...)
	if err != nil {
		t.Fatal(err)
	}
	return st.Err()
}

// refused makes a call that a server answers with an error, and returns what the client makes of it.
func refused(t *testing.T, sent error) *referee.Error {
	t.Helper()
	here := &server{answer: func(context.Context, int) error { return sent }}
	return typed(t, judge(t.Context(), connect(t, here.start(t))))
}

func typed(t *testing.T, err error) *referee.Error {
	t.Helper()
	var found *referee.Error
	if !errors.As(err, &found) {
		t.Fatalf("it is no *Error: %v", err)
	}
	return found
}

func TestErrorTellsAll(t *testing.T) {
	err := refused(t, refusal(t, codes.InvalidArgument, "hand[1]: JH twice",
		&errdetails.ErrorInfo{
			Reason: "CARD_DUPLICATED", Domain: "belote.referee", Metadata: map[string]string{"field": "hand[1]", "card": "JH"},
		},
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: "hand[1]", Description: "JH twice", Reason: "CARD_DUPLICATED"},
			{Field: "trump", Description: "missing", Reason: "FIELD_MISSING"},
		}},
	))
	if err.Code != codes.InvalidArgument || status.Code(err) != codes.InvalidArgument {
		t.Errorf("the code is %v", err.Code)
	}
	if err.Message != "hand[1]: JH twice" || err.Error() != "CARD_DUPLICATED: hand[1]: JH twice" {
		t.Errorf("the message is %q in %q", err.Message, err.Error())
	}
	if err.Reason != "CARD_DUPLICATED" || err.Domain != "belote.referee" {
		t.Errorf("the reason is %q of %q", err.Reason, err.Domain)
	}
	if err.KnownReason() != refereev1.ErrorReason_ERROR_REASON_CARD_DUPLICATED {
		t.Errorf("the known reason is %v", err.KnownReason())
	}
	if !maps.Equal(err.Metadata, map[string]string{"field": "hand[1]", "card": "JH"}) {
		t.Errorf("the metadata are %q", err.Metadata)
	}
	bad := []referee.BadField{{"hand[1]", "JH twice", "CARD_DUPLICATED"}, {"trump", "missing", "FIELD_MISSING"}}
	if !slices.Equal(err.BadFields, bad) {
		t.Errorf("the bad fields are %v", err.BadFields)
	}
	if details := status.Convert(err).Details(); len(details) != 2 {
		t.Errorf("the status has lost details: %v", details)
	}
}

func TestErrorAfterTheLastTryIsTheServers(t *testing.T) {
	info := &errdetails.ErrorInfo{Reason: "STOPPING", Domain: "belote.referee"}
	err := refused(t, refusal(t, codes.Unavailable, "the server is about to stop", info))
	if err.Error() != "STOPPING: the server is about to stop" {
		t.Errorf("it is %v", err)
	}
	if st := status.Convert(err); st.Code() != codes.Unavailable || st.Message() != err.Message {
		t.Errorf("its status is %v", st)
	}
}

func TestReasonsThatAreNotKnown(t *testing.T) {
	for name, test := range map[string]struct {
		info *errdetails.ErrorInfo
		text string
	}{
		"none":           {nil, "Internal: oh"},
		"of later":       {&errdetails.ErrorInfo{Domain: "belote.referee", Reason: "OF_LATER"}, "OF_LATER: oh"},
		"of others":      {&errdetails.ErrorInfo{Domain: "example", Reason: "FIELD_MISSING"}, "FIELD_MISSING: oh"},
		"not of the end": {&errdetails.ErrorInfo{Domain: "belote.referee"}, "Internal: oh"},
	} {
		t.Run(name, func(t *testing.T) {
			var details []protoadapt.MessageV1
			if test.info != nil {
				details = append(details, test.info)
			}
			err := refused(t, refusal(t, codes.Internal, "oh", details...))
			if err.KnownReason() != refereev1.ErrorReason_ERROR_REASON_UNSPECIFIED || err.Error() != test.text {
				t.Errorf("%v: %v", err.KnownReason(), err)
			}
			if err.Reason != test.info.GetReason() || err.Domain != test.info.GetDomain() {
				t.Errorf("the reason is %q of %q", err.Reason, err.Domain)
			}
		})
	}
}

func TestErrorsOfContexts(t *testing.T) {
	waits := func(ctx context.Context, _ int) error { <-ctx.Done(); return ctx.Err() }
	here := &server{answer: waits}
	target := here.start(t)

	late := judge(t.Context(), connect(t, target, referee.WithTimeout(50*time.Millisecond)))
	if !errors.Is(late, context.DeadlineExceeded) || errors.Is(late, context.Canceled) {
		t.Errorf("past its deadline it is %v", late)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	given := judge(ctx, connect(t, target))
	if !errors.Is(given, context.Canceled) || errors.Is(given, context.DeadlineExceeded) {
		t.Errorf("given up it is %v", given)
	}
}

func TestErrorsWithoutAServer(t *testing.T) {
	ref := connect(t, "127.0.0.1:1")
	if err := typed(t, judge(t.Context(), ref)); err.Code != codes.Unavailable || err.Reason != "" {
		t.Errorf("out of reach it is %v", err)
	}
	ref.Close()
	if err := typed(t, judge(t.Context(), ref)); err.Code != codes.Canceled {
		t.Errorf("closed it is %v", err)
	}
}

func TestErrorOfAnInterceptorIsKept(t *testing.T) {
	full := errors.New("the budget is spent")
	refuse := func(context.Context, string, any, any, *grpc.ClientConn, grpc.UnaryInvoker, ...grpc.CallOption) error {
		return full
	}
	ref := connect(t, "127.0.0.1:1", referee.WithDialOptions(grpc.WithUnaryInterceptor(refuse)))
	err := judge(t.Context(), ref)
	if !errors.Is(err, full) || typed(t, err).Code != codes.Unknown {
		t.Errorf("it is %v", err)
	}
}

func TestAsError(t *testing.T) {
	info := &errdetails.ErrorInfo{Domain: "belote.referee", Reason: "MATCH_OVER"}
	ofGRPC := refusal(t, codes.InvalidArgument, "over", info)
	own := &referee.Error{Code: codes.InvalidArgument, Message: "over", Reason: "MATCH_OVER"}
	for name, test := range map[string]struct {
		err    error
		wanted string
	}{
		"its own":         {own, "MATCH_OVER: over"},
		"its own, within": {fmt.Errorf("asked: %w", own), "MATCH_OVER: over"},
		"gRPC's":          {ofGRPC, "MATCH_OVER: over"},
		"gRPC's, within":  {fmt.Errorf("asked: %w", ofGRPC), "MATCH_OVER: over"},
		"another":         {errors.New("oh"), ""},
		"none":            {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			found := referee.AsError(test.err)
			if (found == nil) != (test.wanted == "") || found != nil && found.Error() != test.wanted {
				t.Errorf("it is %v", found)
			}
		})
	}
	if code := status.Code(own); code != codes.InvalidArgument {
		t.Errorf("made by hand it has the code %v", code)
	}
}

func TestAsErrorReadsCallsMadeOnTheConnection(t *testing.T) {
	info := &errdetails.ErrorInfo{Domain: "belote.referee", Reason: "MATCH_OVER"}
	sent := refusal(t, codes.InvalidArgument, "over", info)
	here := &server{answer: func(context.Context, int) error { return sent }}
	ref := connect(t, here.start(t))
	err := referee.AsError(judge(t.Context(), refereev1.NewRefereeServiceClient(ref.Conn())))
	if err == nil || err.KnownReason() != refereev1.ErrorReason_ERROR_REASON_MATCH_OVER {
		t.Errorf("it is %v", err)
	}
}
