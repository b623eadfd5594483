package io.github.belotereferee.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.belotereferee.FakeReferee;
import io.github.belotereferee.Referee;
import io.github.belotereferee.conformance.v1.ConformanceSuite;
import io.github.belotereferee.conformance.v1.ConformanceVector;
import io.github.belotereferee.conformance.v1.ExpectedError;
import io.github.belotereferee.conformance.v1.JudgeTrickVector;
import io.github.belotereferee.v1.JudgeTrickRequest;
import io.github.belotereferee.v1.JudgeTrickResponse;
import io.github.belotereferee.v1.Seat;
import io.grpc.Status;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ReplayTest {
    private static final JudgeTrickVector ASKED = JudgeTrickVector.newBuilder()
            .setRequest(JudgeTrickRequest.newBuilder().setLeader(Seat.SEAT_EAST))
            .build();
    private static final JudgeTrickVector RIGHT = ASKED.toBuilder()
            .setResponse(JudgeTrickResponse.newBuilder().setWinner(Seat.SEAT_EAST))
            .build();
    private static final JudgeTrickVector NOT_FOUND = ASKED.toBuilder()
            .setError(ExpectedError.newBuilder().setCode(Status.NOT_FOUND.getCode().value()))
            .build();

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private FakeReferee server;
    private Referee referee;

    @BeforeEach
    void connect() throws IOException {
        server = new FakeReferee();
        referee = Referee.connect(server.target());
    }

    @AfterEach
    void close() {
        referee.close();
        server.close();
    }

    @Test
    void whatIsExpectedPasses() {
        server.fails(Status.NOT_FOUND.asRuntimeException());
        assertTrue(replay(vector(NOT_FOUND), vector(RIGHT)));
        assertEquals("java: 2 passed, 0 failed\n", printed());
    }

    @Test
    void anotherAnswerFails() {
        JudgeTrickVector other =
                ASKED.toBuilder().setResponse(JudgeTrickResponse.getDefaultInstance()).build();
        assertFalse(replay(vector(RIGHT), vector(other)));
        assertTrue(printed().startsWith("FAIL one: the answer: "), printed());
        assertTrue(printed().endsWith("\njava: 1 passed, 1 failed\n"), printed());
    }

    @Test
    void anotherErrorFails() {
        server.fails(Status.INTERNAL.asRuntimeException());
        assertFalse(replay(vector(NOT_FOUND)));
        assertEquals("FAIL one: the code: expected 5, it is 13\njava: 0 passed, 1 failed\n", printed());
    }

    @Test
    void anAnswerInPlaceOfAnErrorFails() {
        assertFalse(replay(vector(NOT_FOUND)));
    }

    @Test
    void anErrorInPlaceOfAnAnswerFails() {
        server.fails(Status.NOT_FOUND.asRuntimeException());
        assertFalse(replay(vector(RIGHT)));
    }

    @Test
    void expectingNothingFails() {
        assertFalse(replay(vector(ASKED)));
        server.fails(Status.NOT_FOUND.asRuntimeException());
        assertFalse(replay(vector(ASKED)));
    }

    @Test
    void anEmptySuiteFails() {
        assertFalse(replay());
        assertEquals("java: 0 passed, 0 failed\n", printed());
    }

    @Test
    void aCallThatIsNotKnownFails() {
        assertFalse(replay(ConformanceVector.newBuilder().setName("one").build()));
        assertEquals("FAIL one: a call that this runner does not know\njava: 0 passed, 1 failed\n", printed());
    }

    private boolean replay(ConformanceVector... vectors) {
        ConformanceSuite.Builder suite = ConformanceSuite.newBuilder();
        for (ConformanceVector vector : vectors) {
            suite.addVectors(vector);
        }
        return Replay.of(suite.build(), referee, new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    private static ConformanceVector vector(JudgeTrickVector content) {
        return ConformanceVector.newBuilder().setName("one").setJudgeTrick(content).build();
    }

    private String printed() {
        return printed.toString(StandardCharsets.UTF_8).replace("\r", "");
    }
}
