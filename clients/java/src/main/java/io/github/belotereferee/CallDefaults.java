package io.github.belotereferee;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What is given to each call that does not bring it along. An empty language or token is not sent. */
final class CallDefaults implements ClientInterceptor {
    private static final Metadata.Key<String> LANGUAGE = key("accept-language");
    private static final Metadata.Key<String> AUTHORIZATION = key("authorization");

    private final Duration deadline;
    private final String language;
    private final String token;

    CallDefaults(Duration deadline, String language, String token) {
        if (deadline.isZero() || deadline.isNegative()) {
            throw new IllegalArgumentException("a deadline of " + deadline + ": it must be more than none");
        }
        if (!language.matches("[ -~]*")) {
            throw new IllegalArgumentException("the language has characters that a header cannot have");
        }
        if (!token.matches("[!-~]*")) { // and is shown to nobody
            throw new IllegalArgumentException("the token has characters that a header cannot have");
        }
        this.deadline = deadline;
        this.language = language;
        this.token = token;
    }

    CallDefaults withDeadline(Duration other) {
        return new CallDefaults(other, language, token);
    }

    CallDefaults withLanguage(String other) {
        return new CallDefaults(deadline, other, token);
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        CallOptions timed = options.getDeadline() != null
                ? options
                : options.withDeadlineAfter(TimeUnit.NANOSECONDS.convert(deadline), TimeUnit.NANOSECONDS);
        return new SimpleForwardingClientCall<>(next.newCall(method, timed)) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                send(headers, LANGUAGE, language);
                send(headers, AUTHORIZATION, token.isEmpty() ? "" : "Bearer " + token);
                super.start(listener, headers);
            }
        };
    }

    private static void send(Metadata headers, Metadata.Key<String> key, String value) {
        if (!value.isEmpty() && !headers.containsKey(key)) {
            headers.put(key, value);
        }
    }

    private static Metadata.Key<String> key(String name) {
        return Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
    }
}
