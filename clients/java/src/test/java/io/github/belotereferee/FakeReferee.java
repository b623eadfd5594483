package io.github.belotereferee;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.rpc.Code;
import io.github.belotereferee.v1.JudgeTrickRequest;
import io.github.belotereferee.v1.JudgeTrickResponse;
import io.github.belotereferee.v1.RefereeServiceGrpc.RefereeServiceImplBase;
import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** A server on this machine whose one call, {@code JudgeTrick}, fails as it is told to, and is answered otherwise. */
public final class FakeReferee extends RefereeServiceImplBase implements ServerInterceptor, AutoCloseable {
    /** What each call brought along, in their order. */
    final List<Metadata> heard = new CopyOnWriteArrayList<>();

    /** How long each call still had when it came, rounded up: all of it, if the way here takes less than a second. */
    final List<Long> secondsLeft = new CopyOnWriteArrayList<>();

    private final Queue<StatusRuntimeException> failures = new ConcurrentLinkedQueue<>();
    private final Server server;
    private volatile boolean silent;

    /** Serves without encryption. */
    public FakeReferee() throws IOException {
        this(InsecureServerCredentials.create());
    }

    FakeReferee(ServerCredentials credentials) throws IOException {
        server = Grpc.newServerBuilderForPort(0, credentials).addService(this).intercept(this).build().start();
    }

    /** The status of a refusal, with its details. */
    static StatusRuntimeException refusal(Code code, String message, Message... details) {
        com.google.rpc.Status.Builder status =
                com.google.rpc.Status.newBuilder().setCode(code.getNumber()).setMessage(message);
        for (Message detail : details) {
            status.addDetails(Any.pack(detail));
        }
        return StatusProto.toStatusRuntimeException(status.build());
    }

    /** Fails the next call. */
    public FakeReferee fails(StatusRuntimeException failure) {
        failures.add(failure);
        return this;
    }

    /** Answers no call from now on. */
    FakeReferee saysNothing() {
        silent = true;
        return this;
    }

    /** Where it is, as a target. */
    public String target() {
        return "localhost:" + server.getPort();
    }

    /** What the last call sent under a name; null when nothing. */
    String lastHeard(String name) {
        return heard.get(heard.size() - 1).get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER));
    }

    @Override
    public void judgeTrick(JudgeTrickRequest request, StreamObserver<JudgeTrickResponse> answer) {
        StatusRuntimeException failure = failures.poll();
        if (failure != null) {
            answer.onError(failure);
        } else if (!silent) {
            answer.onNext(JudgeTrickResponse.newBuilder().setWinner(request.getLeader()).build());
            answer.onCompleted();
        }
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        heard.add(headers);
        Deadline deadline = Context.current().getDeadline();
        if (deadline != null) {
            secondsLeft.add(1 + deadline.timeRemaining(TimeUnit.SECONDS));
        }
        return next.startCall(call, headers);
    }

    @Override
    public void close() {
        server.shutdownNow();
    }
}
