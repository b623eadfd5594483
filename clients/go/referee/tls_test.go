package referee_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"slices"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	"github.com/belote-referee/belote-referee/clients/go/referee"
)

// authority signs certificates that are good for an hour.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

func newAuthority(t *testing.T) authority {
	t.Helper()
	made := sign(t, &x509.Certificate{
		Subject:               pkix.Name{CommonName: "authority"},
		IsCA:                  true,
		BasicConstraintsValid: true,
		KeyUsage:              x509.KeyUsageCertSign,
	}, authority{})
	return authority{made.Leaf, made.PrivateKey.(*ecdsa.PrivateKey)}
}

// pool trusts the authority alone.
func (a authority) pool() *x509.CertPool {
	pool := x509.NewCertPool()
	pool.AddCert(a.certificate)
	return pool
}

// ofServer is a certificate for a server on this machine.
func (a authority) ofServer(t *testing.T) tls.Certificate {
	t.Helper()
	return sign(t, &x509.Certificate{
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}, a)
}

// ofClient is a certificate for a caller.
func (a authority) ofClient(t *testing.T) tls.Certificate {
	t.Helper()
	return sign(t, &x509.Certificate{ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}}, a)
}

// sign makes a certificate, signed by itself where there is no authority.
func sign(t *testing.T, template *x509.Certificate, by authority) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template.SerialNumber = big.NewInt(time.Now().UnixNano())
	template.NotBefore = time.Now().Add(-time.Hour)
	template.NotAfter = time.Now().Add(time.Hour)
	if by.key == nil {
		by = authority{template, key}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, by.certificate, &key.PublicKey, by.key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}
}

func TestTLS(t *testing.T) {
	ours, others := newAuthority(t), newAuthority(t)
	open := &tls.Config{Certificates: []tls.Certificate{ours.ofServer(t)}}
	closed := open.Clone()
	closed.ClientAuth, closed.ClientCAs = tls.RequireAndVerifyClientCert, ours.pool()

	for name, test := range map[string]struct {
		server *tls.Config
		client *tls.Config
		passes bool
	}{
		"own authority":                 {open, &tls.Config{RootCAs: ours.pool()}, true},
		"another authority":             {open, &tls.Config{RootCAs: others.pool()}, false},
		"the system's authorities":      {open, nil, false},
		"certificate of the client":     {closed, withCertificate(ours, ours.ofClient(t)), true},
		"certificate by another":        {closed, withCertificate(ours, others.ofClient(t)), false},
		"no certificate where one must": {closed, &tls.Config{RootCAs: ours.pool()}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			target := new(server).start(t, grpc.Creds(credentials.NewTLS(test.server)))
			err := judge(t.Context(), connect(t, target, referee.WithTLS(test.client)))
			if test.passes && err != nil {
				t.Error(err)
			}
			if !test.passes && (err == nil || typed(t, err).Code != codes.Unavailable) {
				t.Errorf("answered with %v", err)
			}
		})
	}
}

func withCertificate(trusted authority, own tls.Certificate) *tls.Config {
	return &tls.Config{RootCAs: trusted.pool(), Certificates: []tls.Certificate{own}}
}

func TestTokenOverTLS(t *testing.T) {
	ours := newAuthority(t)
	here := new(server)
	target := here.start(t, grpc.Creds(credentials.NewTLS(&tls.Config{Certificates: []tls.Certificate{ours.ofServer(t)}})))
	opts := []referee.Option{referee.WithTLS(&tls.Config{RootCAs: ours.pool()}), referee.WithToken("of-mine")}
	judged(t, t.Context(), connect(t, target, opts...))
	if sent := here.received(t, "authorization"); !slices.Equal(sent, []string{"Bearer of-mine"}) {
		t.Errorf("sent %q", sent)
	}
	plain := referee.WithDialOptions(grpc.WithTransportCredentials(insecure.NewCredentials()))
	if _, err := referee.Connect("referee.example:1", append(opts, plain)...); err == nil {
		t.Error("a token for TLS went without")
	}
}

func TestTokenMayGoAnywhereOverTLS(t *testing.T) {
	connect(t, "referee.example:1", referee.WithTLS(nil), referee.WithToken("of-mine"))
}
