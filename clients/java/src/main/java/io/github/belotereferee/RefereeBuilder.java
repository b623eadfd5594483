package io.github.belotereferee;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.TlsChannelCredentials;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Builds a {@link Referee}; {@link Referee#builder} begins it. */
public final class RefereeBuilder {
    private static final Pattern HOST = Pattern.compile("(?:dns:(?:///?)?)?(?:\\[([^\\]]*)\\]|([^:]*))(?::\\d+)?");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(?:\\.\\d{1,3}){3}|::1");

    private final String target;
    private ChannelCredentials credentials = InsecureChannelCredentials.create();
    private Duration deadline = Duration.ofSeconds(5);
    private String language = "";
    private String token = "";
    private Consumer<? super ManagedChannelBuilder<?>> settings = channel -> {};

    RefereeBuilder(String target) {
        this.target = target;
    }

    /**
     * Connects over TLS, trusting the authorities that Java trusts.
     *
     * @return this
     */
    public RefereeBuilder tls() {
        return credentials(TlsChannelCredentials.create());
    }

    /**
     * Connects as gRPC's own credentials say: {@link TlsChannelCredentials} can trust another authority, and show a
     * certificate of the client's.
     *
     * @param credentials how to connect
     * @return this
     */
    public RefereeBuilder credentials(ChannelCredentials credentials) {
        this.credentials = credentials;
        return this;
    }

    /**
     * Says how long a call may take, its retries included.
     *
     * @param deadline five seconds unless said otherwise
     * @return this
     */
    public RefereeBuilder deadline(Duration deadline) {
        this.deadline = deadline;
        return this;
    }

    /**
     * Says in which language names and sentences should come.
     *
     * @param language sent as {@code accept-language}, such as {@code "fr"}
     * @return this
     */
    public RefereeBuilder language(String language) {
        this.language = language;
        return this;
    }

    /**
     * Says who is calling.
     *
     * @param token sent as {@code authorization: Bearer …}; without TLS to this machine only
     * @return this
     */
    public RefereeBuilder token(String token) {
        this.token = token;
        return this;
    }

    /**
     * Sets what only gRPC knows of, such as interceptors. It is applied last, so it prevails.
     *
     * @param settings what to do to the channel while it is built
     * @return this
     */
    public RefereeBuilder channel(Consumer<? super ManagedChannelBuilder<?>> settings) {
        this.settings = settings;
        return this;
    }

    /**
     * Connects. It does not wait: a server that cannot be reached shows in the first call.
     *
     * @return the connection, to be closed
     * @throws IllegalArgumentException when the deadline is not more than none, when a header cannot have the
     *     characters of the language or the token, or when a token would travel to another machine without TLS
     */
    public Referee build() {
        if (!token.isEmpty() && credentials instanceof InsecureChannelCredentials && !isLoopback(target)) {
            throw new IllegalArgumentException("a token would travel to " + target + " unprotected: use TLS");
        }
        CallDefaults defaults = new CallDefaults(deadline, language, token);
        ManagedChannelBuilder<?> channel = Grpc.newChannelBuilder(target, credentials)
                .userAgent("belote-referee-client-java")
                .defaultServiceConfig(RetryPolicy.SERVICE_CONFIG)
                .enableRetry()
                // A ping while a call waits, as often as servers suffer it: one that has vanished is noticed.
                .keepAliveTime(5, TimeUnit.MINUTES)
                .keepAliveTimeout(10, TimeUnit.SECONDS)
                // Routers forget a silent connection after some minutes, and tell nobody: rather make a new one.
                .idleTimeout(4, TimeUnit.MINUTES);
        settings.accept(channel);
        ManagedChannel connection = channel.build();
        Reconnecting.watch(connection);
        return new Referee(connection, defaults);
    }

    static boolean isLoopback(String target) {
        Matcher place = HOST.matcher(target);
        return place.matches()
                && LOOPBACK.matcher(place.group(1) != null ? place.group(1) : place.group(2)).matches();
    }
}
