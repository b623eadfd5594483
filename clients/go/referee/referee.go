// Package referee asks a belote referee what may be played and why the rest may not, who wins a trick, and what a deal
// scores.
//
// A [Referee] has a method for each call of the service, which takes and returns the messages of package refereev1. A
// card that may not be played is an answer, with the rules it breaks. An error means that the referee could not read
// the request or build on it, or was not reached in time, and is an [*Error].
package referee

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"

	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

// Version is that of this client, of the servers released with it, and of the contract they speak.
const Version = "0.1.0"

// DefaultTimeout is how long a call may take, its retries included, where nothing else is said.
const DefaultTimeout = 5 * time.Second

//go:embed service_config.json
var serviceConfig string

// Referee is a connection to a referee. Its methods are those of [refereev1.RefereeServiceClient]; each fails with an
// [*Error], and takes the default timeout where its context has no deadline. A call answered UNAVAILABLE is sent again,
// up to four times in all, while its time lasts.
//
// It may be used by many goroutines at once.
type Referee struct {
	refereev1.RefereeServiceClient
	conn *grpc.ClientConn
}

// Option changes how [Connect] connects.
type Option func(*options)

// Connect makes a connection to a referee at "host:port", unencrypted unless there is [WithTLS]. It does not wait: a
// server that cannot be reached shows in the first call. It fails for options that make no sense, and for a token that
// would leave this machine unencrypted.
func Connect(target string, opts ...Option) (*Referee, error) {
	chosen := options{timeout: DefaultTimeout}
	for _, option := range opts {
		option(&chosen)
	}
	if err := chosen.check(target); err != nil {
		return nil, fmt.Errorf("referee: %w", err)
	}
	conn, err := grpc.NewClient(target, chosen.dial()...)
	if err != nil {
		return nil, fmt.Errorf("referee: %w", err)
	}
	through := &caller{ClientConnInterface: conn, timeout: chosen.timeout, language: chosen.language}
	return &Referee{refereev1.NewRefereeServiceClient(through), conn}, nil
}

// Conn returns the connection underneath, for other services of the server, such as its health. Calls made on it keep
// neither the timeout nor the language, and fail with the errors of gRPC, which [AsError] reads.
func (r *Referee) Conn() *grpc.ClientConn { return r.conn }

// Close ends the connection. Calls under way and later ones fail with the code Canceled.
func (r *Referee) Close() error { return r.conn.Close() }

func (o *options) check(target string) error {
	switch {
	case o.timeout <= 0:
		return fmt.Errorf("a timeout of %v: it must be more than none", o.timeout)
	case !visible(o.language, " "):
		return fmt.Errorf("a language that cannot be sent: %q", o.language)
	case !visible(o.token, ""):
		return errors.New("a token that cannot be sent") // and is shown to nobody
	case o.token != "" && !o.secure && !isLoopback(target):
		return fmt.Errorf("a token would travel to %s unencrypted: use TLS", target)
	}
	return nil
}

func (o *options) dial() []grpc.DialOption {
	transport := insecure.NewCredentials()
	if o.secure {
		transport = credentials.NewTLS(o.tls)
	}
	dial := []grpc.DialOption{
		grpc.WithTransportCredentials(transport),
		grpc.WithDefaultServiceConfig(serviceConfig),
		grpc.WithUserAgent("belote-referee-go/" + Version),
		// A ping while a call waits, as often as gRPC servers suffer it. With it comes what counts more here: a connection
		// whose bytes nobody acknowledges for as long as a ping may take is given up.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 5 * time.Minute, Timeout: 10 * time.Second}),
		// Routers forget a silent connection after some minutes and tell nobody; before that it is better to make a new one.
		grpc.WithIdleTimeout(4 * time.Minute),
		// Between attempts to connect every call fails, however long the server has been back: by default for as long as
		// two minutes.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff: backoff.Config{
				BaseDelay: 100 * time.Millisecond, Multiplier: 2, Jitter: 0.2, MaxDelay: time.Second,
			},
			MinConnectTimeout: DefaultTimeout,
		}),
	}
	if o.token != "" {
		dial = append(dial, grpc.WithPerRPCCredentials(token{o.token, o.secure}))
	}
	return append(dial, o.more...)
}

// token is sent as a bearer token with every call. gRPC refuses to send a secure one without TLS.
type token struct {
	value  string
	secure bool
}

func (t token) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return map[string]string{"authorization": "Bearer " + t.value}, nil
}

func (t token) RequireTransportSecurity() bool { return t.secure }
