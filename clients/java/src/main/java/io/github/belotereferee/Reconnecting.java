package io.github.belotereferee;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Lets a channel that cannot connect try again every second. Between attempts every call fails, and gRPC for Java
 * lengthens the pause to two minutes, which no setting changes.
 */
final class Reconnecting implements Runnable {
    private static final Executor IN_A_SECOND = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);

    private final ManagedChannel channel;

    private Reconnecting(ManagedChannel channel) {
        this.channel = channel;
    }

    /** Looks after a channel until it is shut down. */
    static void watch(ManagedChannel channel) {
        new Reconnecting(channel).run();
    }

    @Override
    public void run() {
        ConnectivityState state = channel.getState(false);
        switch (state) {
            case SHUTDOWN -> {}
            case TRANSIENT_FAILURE -> IN_A_SECOND.execute(this::tryAgain);
            default -> channel.notifyWhenStateChanged(state, this);
        }
    }

    private void tryAgain() {
        if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
            channel.resetConnectBackoff();
        }
        run();
    }
}
