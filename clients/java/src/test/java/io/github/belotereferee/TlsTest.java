package io.github.belotereferee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.belotereferee.v1.JudgeTrickRequest;
import io.github.belotereferee.v1.Seat;
import io.grpc.Status;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TlsTest {
    private static final JudgeTrickRequest QUESTION =
            JudgeTrickRequest.newBuilder().setLeader(Seat.SEAT_EAST).build();

    @TempDir
    private static Path folder;

    private static Identity server;
    private static Identity client;

    /** A key and the certificate that its owner signed for it. */
    private record Identity(File certificate, File key) {}

    @BeforeAll
    static void sign() throws Exception {
        server = identity("server");
        client = identity("client");
    }

    @Test
    void anAuthorityOfOnesOwnIsTrusted() throws IOException {
        var credentials = TlsServerCredentials.create(server.certificate(), server.key());
        var trusting = TlsChannelCredentials.newBuilder().trustManager(server.certificate()).build();
        try (FakeReferee served = new FakeReferee(credentials);
                Referee referee = Referee.builder(served.target()).credentials(trusting).token("secret").build()) {
            assertEquals(Seat.SEAT_EAST, referee.judgeTrick(QUESTION).getWinner());
            assertEquals("Bearer secret", served.lastHeard("authorization"));
        }
    }

    @Test
    void aServerThatNobodyVouchesForIsNot() throws IOException {
        var credentials = TlsServerCredentials.create(server.certificate(), server.key());
        try (FakeReferee served = new FakeReferee(credentials);
                Referee referee = Referee.builder(served.target()).tls().build()) {
            var refused = assertThrows(RefereeException.class, () -> referee.judgeTrick(QUESTION));
            assertEquals(Status.Code.UNAVAILABLE, refused.getCode());
            assertEquals(0, served.heard.size());
        }
    }

    @Test
    void aCertificateOfTheClientIsShown() throws IOException {
        var credentials = TlsServerCredentials.newBuilder()
                .keyManager(server.certificate(), server.key())
                .trustManager(client.certificate())
                .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
                .build();
        var without = TlsChannelCredentials.newBuilder().trustManager(server.certificate());
        try (FakeReferee served = new FakeReferee(credentials);
                Referee stranger = Referee.builder(served.target()).credentials(without.build()).build();
                Referee known = Referee.builder(served.target())
                        .credentials(without.keyManager(client.certificate(), client.key()).build())
                        .build()) {
            assertThrows(RefereeException.class, () -> stranger.judgeTrick(QUESTION));
            assertEquals(Seat.SEAT_EAST, known.judgeTrick(QUESTION).getWinner());
        }
    }

    private static Identity identity(String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Path log = folder.resolve(name + ".log");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                        "-genkeypair", "-alias", name, "-keyalg", "EC", "-dname", "CN=" + name,
                        "-ext", "SAN=DNS:localhost", "-ext", "BC=ca:true", "-validity", "2",
                        "-storetype", "PKCS12", "-storepass", "secret", "-keystore", store.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertEquals(0, keytool.waitFor(), () -> read(log));
        KeyStore opened = KeyStore.getInstance(store.toFile(), "secret".toCharArray());
        Key key = opened.getKey(name, "secret".toCharArray());
        return new Identity(
                pem(name, "CERTIFICATE", opened.getCertificate(name).getEncoded()),
                pem(name, "PRIVATE KEY", key.getEncoded()));
    }

    private static File pem(String name, String kind, byte[] content) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Path file = folder.resolve(name + "-" + kind.replace(' ', '-') + ".pem");
        String text = "-----BEGIN %1$s-----%n%2$s%n-----END %1$s-----%n".formatted(kind, body);
        return Files.writeString(file, text).toFile();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }
}
