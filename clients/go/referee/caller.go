package referee

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

const acceptLanguage = "accept-language"

// ContextWithLanguage chooses the language of the calls made with a context, such as "fr".
func ContextWithLanguage(ctx context.Context, language string) context.Context {
	sent, _ := metadata.FromOutgoingContext(ctx) // a copy
	if sent == nil {
		sent = metadata.MD{}
	}
	sent.Set(acceptLanguage, language)
	return metadata.NewOutgoingContext(ctx, sent)
}

// caller is a connection whose calls have a deadline and a language and fail with an *Error.
type caller struct {
	grpc.ClientConnInterface
	timeout  time.Duration
	language string
}

func (c *caller) Invoke(ctx context.Context, method string, request, response any, opts ...grpc.CallOption) error {
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.timeout)
		defer cancel()
	}
	if c.language != "" {
		if sent, _ := metadata.FromOutgoingContext(ctx); len(sent.Get(acceptLanguage)) == 0 {
			ctx = metadata.AppendToOutgoingContext(ctx, acceptLanguage, c.language)
		}
	}
	if err := c.ClientConnInterface.Invoke(ctx, method, request, response, opts...); err != nil {
		return newError(err)
	}
	return nil
}
