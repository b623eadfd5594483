package io.github.belotereferee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReconnectingTest {
    private final Lines channel = new Lines();

    @Test
    void triesAgainForAsLongAsTheServerIsAway() throws InterruptedException {
        channel.becomes(ConnectivityState.TRANSIENT_FAILURE);
        Reconnecting.watch(channel);
        for (int attempt = 0; attempt < 2; attempt++) {
            assertTrue(channel.triedWithin(30), "no attempt " + attempt);
        }
        channel.becomes(ConnectivityState.SHUTDOWN);
    }

    @Test
    void leavesAConnectionThatWorksAlone() throws InterruptedException {
        channel.becomes(ConnectivityState.READY);
        Reconnecting.watch(channel);
        assertEquals(1, channel.watched.size(), "it is told of a change");
        assertEquals(0, channel.tried.size());

        channel.becomes(ConnectivityState.TRANSIENT_FAILURE);
        channel.watched.take().run();
        assertTrue(channel.triedWithin(30));

        channel.becomes(ConnectivityState.READY);
        assertTrue(channel.watched.poll(30, TimeUnit.SECONDS) != null, "it waits for the next change");
    }

    @Test
    void endsWithTheChannel() {
        channel.becomes(ConnectivityState.SHUTDOWN);
        Reconnecting.watch(channel);
        assertEquals(0, channel.watched.size());
        assertEquals(0, channel.tried.size());
    }

    /** A channel in the state that it is told to be in. */
    private static final class Lines extends ManagedChannel {
        private final LinkedBlockingQueue<Runnable> watched = new LinkedBlockingQueue<>();
        private final LinkedBlockingQueue<Boolean> tried = new LinkedBlockingQueue<>();
        private volatile ConnectivityState state = ConnectivityState.IDLE;

        void becomes(ConnectivityState other) {
            state = other;
        }

        boolean triedWithin(int seconds) throws InterruptedException {
            return tried.poll(seconds, TimeUnit.SECONDS) != null;
        }

        @Override
        public ConnectivityState getState(boolean connect) {
            return state;
        }

        @Override
        public void notifyWhenStateChanged(ConnectivityState from, Runnable then) {
            watched.add(then);
        }

        @Override
        public void resetConnectBackoff() {
            tried.add(true);
        }

        @Override
        public ManagedChannel shutdown() {
            throw new AssertionError();
        }

        @Override
        public ManagedChannel shutdownNow() {
            throw new AssertionError();
        }

        @Override
        public boolean isShutdown() {
            throw new AssertionError();
        }

        @Override
        public boolean isTerminated() {
            throw new AssertionError();
        }

        @Override
        public boolean awaitTermination(long time, TimeUnit unit) {
            throw new AssertionError();
        }

        @Override
        public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
            throw new AssertionError();
        }

        @Override
        public String authority() {
            throw new AssertionError();
        }
    }
}
