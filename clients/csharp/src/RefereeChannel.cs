using System;
using System.Net.Http;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Grpc.Core;
using Grpc.Net.Client;
using Grpc.Net.Client.Configuration;

namespace Belote.Referee
{
    /// <summary>Makes the channel of a <see cref="RefereeClient"/>.</summary>
    internal static class RefereeChannel
    {
        public static GrpcChannel Connect(string target, RefereeOptions options)
        {
            var address = new Uri((options.Tls ? "https://" : "http://") + target);
            if (!options.Tls && !string.IsNullOrEmpty(options.Token) && !address.IsLoopback)
            {
                throw new ArgumentException("a token is sent to another machine only over TLS: " + target,
                    nameof(options));
            }
            if (!options.Tls && (options.RootCertificates != null || options.ClientCertificate != null))
            {
                throw new ArgumentException("certificates are of no use without TLS", nameof(options));
            }
            return GrpcChannel.ForAddress(address, new GrpcChannelOptions
            {
                HttpHandler = Handler(options),
                DisposeHttpClient = true,
                ServiceConfig = RetryPolicy(),
                // Between attempts to connect every call fails, however long the server has been back: by default for
                // as long as two minutes.
                InitialReconnectBackoff = TimeSpan.FromSeconds(0.1),
                MaxReconnectBackoff = TimeSpan.FromSeconds(1),
            });
        }

        // The figures of clients/service_config.json.
        private static ServiceConfig RetryPolicy()
        {
            return new ServiceConfig
            {
                MethodConfigs =
                {
                    new MethodConfig
                    {
                        Names = { new MethodName { Service = "belote.referee.v1.RefereeService" } },
                        RetryPolicy = new RetryPolicy
                        {
                            MaxAttempts = 4,
                            InitialBackoff = TimeSpan.FromSeconds(0.1),
                            MaxBackoff = TimeSpan.FromSeconds(1),
                            BackoffMultiplier = 2,
                            RetryableStatusCodes = { StatusCode.Unavailable },
                        },
                    },
                },
            };
        }

        private static SocketsHttpHandler Handler(RefereeOptions options)
        {
            var handler = new SocketsHttpHandler
            {
                // Only while a call waits: pings of an idle client make a server hang up. So often, since .NET leaves it to
                // them alone to notice that a server has vanished.
                KeepAlivePingPolicy = HttpKeepAlivePingPolicy.WithActiveRequests,
                KeepAlivePingDelay = TimeSpan.FromSeconds(30),
                KeepAlivePingTimeout = TimeSpan.FromSeconds(10),
            };
            if (options.RootCertificates != null)
            {
                var policy = new X509ChainPolicy
                {
                    TrustMode = X509ChainTrustMode.CustomRootTrust,
                    RevocationMode = X509RevocationMode.NoCheck,
                };
                policy.CustomTrustStore.AddRange(options.RootCertificates);
                handler.SslOptions.CertificateChainPolicy = policy;
            }
            if (options.ClientCertificate != null)
            {
                handler.SslOptions.ClientCertificates = new X509CertificateCollection { options.ClientCertificate };
            }
            return handler;
        }
    }
}
