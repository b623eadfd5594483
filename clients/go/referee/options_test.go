package referee

import "testing"

func TestLoopback(t *testing.T) {
	for target, wanted := range map[string]bool{
		"127.0.0.1:15200":             true,
		"127.8.9.10":                  true,
		"localhost:15200":             true,
		"localhost":                   true,
		"[::1]:15200":                 true,
		"[::1]":                       true,
		"dns:///localhost:1":          true,
		"dns:127.0.0.1:1":             true,
		"passthrough:///[::1]:1":      true,
		"unix:referee.socket":         true,
		"unix:///run/referee":         true,
		"unix-abstract:x":             true,
		"":                            false,
		"referee.example:15200":       false,
		"localhost.example:1":         false,
		"127.0.0.1.example:1":         false,
		"127.0.0.1:1,10.0.0.1:1":      false,
		"10.0.0.1:1":                  false,
		"[2001:db8::1]:1":             false,
		"dns://referee.example/x":     false,
		"dns:///referee.example:1":    false,
		"dns://10.0.0.1/localhost:1":  false,
		"passthrough:///10.0.0.1:443": false,
		"xds:///localhost:1":          false,
	} {
		if got := isLoopback(target); got != wanted {
			t.Errorf("%q: %v", target, got)
		}
	}
}
