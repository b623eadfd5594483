package referee

import (
	"crypto/tls"
	"net"
	"strings"
	"time"

	"google.golang.org/grpc"
)

type options struct {
	timeout  time.Duration
	language string
	token    string
	secure   bool
	tls      *tls.Config
	more     []grpc.DialOption
}

// WithTimeout sets how long a call may take, its retries included, where its context has no deadline.
func WithTimeout(timeout time.Duration) Option {
	return func(o *options) { o.timeout = timeout }
}

// WithLanguage sets what is sent as accept-language, such as "fr": it chooses the language of names and sentences.
// [ContextWithLanguage] prevails over it. Without either the referee answers in English.
func WithLanguage(language string) Option {
	return func(o *options) { o.language = language }
}

// WithToken sends a bearer token with every call. It needs [WithTLS], unless the server is on this machine.
func WithToken(token string) Option {
	return func(o *options) { o.token = token }
}

// WithTLS connects over TLS. A nil config trusts the authorities that the system trusts; one of your own may name
// others, and a certificate of the client.
func WithTLS(config *tls.Config) Option {
	return func(o *options) { o.secure, o.tls = true, config }
}

// WithDialOptions adds options of gRPC, such as interceptors. They prevail over those that [Connect] sets.
func WithDialOptions(more ...grpc.DialOption) Option {
	return func(o *options) { o.more = append(o.more, more...) }
}

// isLoopback says whether what is sent to a target stays on this machine.
func isLoopback(target string) bool {
	if strings.HasPrefix(target, "unix:") || strings.HasPrefix(target, "unix-abstract:") {
		return true
	}
	for _, scheme := range []string{"dns:///", "dns:", "passthrough:///", "passthrough:"} {
		if rest, found := strings.CutPrefix(target, scheme); found {
			target = rest
			break
		}
	}
	host, _, err := net.SplitHostPort(target)
	if err != nil { // no port
		host = strings.TrimSuffix(strings.TrimPrefix(target, "["), "]")
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// visible says whether a text has only visible ASCII characters and those of also.
func visible(text, also string) bool {
	for _, letter := range text {
		if (letter <= ' ' || letter > '~') && !strings.ContainsRune(also, letter) {
			return false
		}
	}
	return true
}
