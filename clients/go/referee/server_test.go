package referee_test

import (
	"context"
	"net"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"

	"github.com/belote-referee/belote-referee/clients/go/referee"
	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

// server answers JudgeTrick as told, and keeps the contexts it was called with.
type server struct {
	refereev1.UnimplementedRefereeServiceServer
	// answer is given the number of the call, from 1. Nil: every call is answered.
	answer func(ctx context.Context, call int) error

	mutex sync.Mutex
	calls []context.Context
}

func (s *server) JudgeTrick(
	ctx context.Context, _ *refereev1.JudgeTrickRequest,
) (*refereev1.JudgeTrickResponse, error) {
	s.mutex.Lock()
	s.calls = append(s.calls, ctx)
	number := len(s.calls)
	s.mutex.Unlock()
	if s.answer != nil {
		if err := s.answer(ctx, number); err != nil {
			return nil, err
		}
	}
	return &refereev1.JudgeTrickResponse{Winner: refereev1.Seat_SEAT_EAST}, nil
}

// seen is how often it was called, and the context of the last call.
func (s *server) seen(t *testing.T) (int, context.Context) {
	t.Helper()
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.calls) == 0 {
		t.Fatal("the server was not called")
	}
	return len(s.calls), s.calls[len(s.calls)-1]
}

// received is what the last call sent under a key of the metadata.
func (s *server) received(t *testing.T, key string) []string {
	t.Helper()
	_, ctx := s.seen(t)
	sent, _ := metadata.FromIncomingContext(ctx)
	return sent.Get(key)
}

// start lets a server listen until the test ends, and returns its address.
func (s *server) start(t *testing.T, opts ...grpc.ServerOption) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	running := grpc.NewServer(opts...)
	refereev1.RegisterRefereeServiceServer(running, s)
	go running.Serve(listener)
	t.Cleanup(running.Stop)
	return listener.Addr().String()
}

func connect(t *testing.T, target string, opts ...referee.Option) *referee.Referee {
	t.Helper()
	ref, err := referee.Connect(target, opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ref.Close() })
	return ref
}

// judge makes a call.
func judge(ctx context.Context, ref refereev1.RefereeServiceClient) error {
	_, err := ref.JudgeTrick(ctx, &refereev1.JudgeTrickRequest{})
	return err
}

// judged makes a call that is to be answered.
func judged(t *testing.T, ctx context.Context, ref refereev1.RefereeServiceClient) {
	t.Helper()
	if err := judge(ctx, ref); err != nil {
		t.Fatal(err)
	}
}
