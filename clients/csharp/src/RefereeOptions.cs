using System;
using System.Security.Cryptography.X509Certificates;

namespace Belote.Referee
{
    /// <summary>What holds for all calls of a <see cref="RefereeClient"/>.</summary>
    public sealed class RefereeOptions
    {
        /// <summary>How long a call may take, its retries included. Five seconds.</summary>
        public TimeSpan Timeout { get; set; } = TimeSpan.FromSeconds(5);

        /// <summary>
        /// Sent as <c>accept-language</c>, such as "fr". Null or empty: not sent, and the referee answers in
        /// English.
        /// </summary>
        public string Language { get; set; }

        /// <summary>Sent as a bearer token. Null or empty: not sent.</summary>
        public string Token { get; set; }

        /// <summary>Whether the connection is encrypted.</summary>
        public bool Tls { get; set; }

        /// <summary>With TLS: the authorities to trust in place of the system's. Null: the system's.</summary>
        public X509Certificate2Collection RootCertificates { get; set; }

        /// <summary>
        /// With TLS: the client's certificate and private key, where the server asks for them.
        /// </summary>
        public X509Certificate2 ClientCertificate { get; set; }
    }
}
