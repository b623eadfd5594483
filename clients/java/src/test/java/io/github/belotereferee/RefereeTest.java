package io.github.belotereferee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.rpc.Code;
import io.github.belotereferee.v1.ApplyActionRequest;
import io.github.belotereferee.v1.BatchJudgeRequest;
import io.github.belotereferee.v1.DealCardsRequest;
import io.github.belotereferee.v1.InspectDealRequest;
import io.github.belotereferee.v1.JudgeTrickRequest;
import io.github.belotereferee.v1.JudgeTrickResponse;
import io.github.belotereferee.v1.ListLegalActionsRequest;
import io.github.belotereferee.v1.ListLegalCardsRequest;
import io.github.belotereferee.v1.RedactDealRequest;
import io.github.belotereferee.v1.RefereeServiceGrpc;
import io.github.belotereferee.v1.ScoreDealRequest;
import io.github.belotereferee.v1.ScoreMatchRequest;
import io.github.belotereferee.v1.ScoreTallyRequest;
import io.github.belotereferee.v1.Seat;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RefereeTest {
    private static final JudgeTrickRequest QUESTION =
            JudgeTrickRequest.newBuilder().setLeader(Seat.SEAT_EAST).build();
    private static final Map<String, Consumer<Referee>> CALLS = Map.ofEntries(
            Map.entry("ListVariants", Referee::listVariants),
            Map.entry("DealCards", referee -> referee.dealCards(DealCardsRequest.getDefaultInstance())),
            Map.entry("InspectDeal", referee -> referee.inspectDeal(InspectDealRequest.getDefaultInstance())),
            Map.entry(
                    "ListLegalActions",
                    referee -> referee.listLegalActions(ListLegalActionsRequest.getDefaultInstance())),
            Map.entry("ApplyAction", referee -> referee.applyAction(ApplyActionRequest.getDefaultInstance())),
            Map.entry("RedactDeal", referee -> referee.redactDeal(RedactDealRequest.getDefaultInstance())),
            Map.entry("ScoreDeal", referee -> referee.scoreDeal(ScoreDealRequest.getDefaultInstance())),
            Map.entry("ScoreMatch", referee -> referee.scoreMatch(ScoreMatchRequest.getDefaultInstance())),
            Map.entry("ListLegalCards", referee -> referee.listLegalCards(ListLegalCardsRequest.getDefaultInstance())),
            Map.entry("JudgeTrick", referee -> referee.judgeTrick(JudgeTrickRequest.getDefaultInstance())),
            Map.entry("ScoreTally", referee -> referee.scoreTally(ScoreTallyRequest.getDefaultInstance())),
            Map.entry("BatchJudge", referee -> referee.batchJudge(BatchJudgeRequest.getDefaultInstance())));

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
    void everyCallOfTheServiceHasItsMethod() {
        var methods = RefereeServiceGrpc.getServiceDescriptor().getMethods();
        assertEquals(
                methods.stream().map(method -> method.getBareMethodName()).collect(Collectors.toSet()), CALLS.keySet());
        server.fails(Status.UNIMPLEMENTED.withDescription("JudgeTrick is not here").asRuntimeException());
        CALLS.forEach((name, call) -> {
            var refused = assertThrows(RefereeException.class, () -> call.accept(referee), name);
            assertEquals(Status.Code.UNIMPLEMENTED, refused.getCode());
            assertTrue(refused.getDescription().contains(name), refused.getDescription());
        });
    }

    @Test
    void anAnswerArrives() {
        assertEquals(Seat.SEAT_EAST, referee.judgeTrick(QUESTION).getWinner());
    }

    @Test
    void languageAndTokenAreSentWithEachCall() {
        try (Referee french = Referee.builder(server.target()).language("fr").token("secret").build()) {
            french.judgeTrick(QUESTION);
            assertEquals("fr", server.lastHeard("accept-language"));
            assertEquals("Bearer secret", server.lastHeard("authorization"));
            french.withLanguage("de").judgeTrick(QUESTION);
            assertEquals("de", server.lastHeard("accept-language"));
            assertEquals("Bearer secret", server.lastHeard("authorization"));
        }
    }

    @Test
    void withoutThemNothingIsSent() {
        referee.judgeTrick(QUESTION);
        assertNull(server.lastHeard("accept-language"));
        assertNull(server.lastHeard("authorization"));
        assertTrue(server.lastHeard("user-agent").startsWith("belote-referee-client-java"));
    }

    @Test
    void aCallThatCouldNotBeTakenIsSentAgain() {
        for (int time = 0; time < 3; time++) {
            server.fails(FakeReferee.refusal(Code.UNAVAILABLE, "stopping"));
        }
        assertEquals(Seat.SEAT_EAST, referee.judgeTrick(QUESTION).getWinner());
        assertEquals(4, server.heard.size());
    }

    @Test
    void aCallIsGivenUpAfterFourTimes() {
        for (int time = 0; time < 5; time++) {
            server.fails(FakeReferee.refusal(Code.UNAVAILABLE, "stopping"));
        }
        var refused = assertThrows(RefereeException.class, () -> referee.judgeTrick(QUESTION));
        assertEquals(Status.Code.UNAVAILABLE, refused.getCode());
        assertEquals(4, server.heard.size());
    }

    @Test
    void aCallThatWasTakenIsNotSentAgain() {
        server.fails(FakeReferee.refusal(Code.INTERNAL, "a plugin failed"));
        assertThrows(RefereeException.class, () -> referee.judgeTrick(QUESTION));
        assertEquals(1, server.heard.size());
    }

    @Test
    void noCallTakesLongerThanItsDeadline() {
        server.saysNothing();
        Referee hasty = referee.withDeadline(Duration.ofMillis(100));
        assertTimeoutPreemptively(Duration.ofSeconds(4), () -> {
            var late = assertThrows(RefereeException.class, () -> hasty.judgeTrick(QUESTION));
            assertEquals(Status.Code.DEADLINE_EXCEEDED, late.getCode());
            assertEquals("", late.getReason());
        });
    }

    @Test
    void aCallHasFiveSecondsUnlessSaidOtherwise() {
        referee.judgeTrick(QUESTION);
        referee.withDeadline(Duration.ofSeconds(20)).judgeTrick(QUESTION);
        assertEquals(List.of(5L, 20L), server.secondsLeft);
    }

    @Test
    void aDeadlineMayBeAsLongAsOneLikes() {
        Referee patient = referee.withDeadline(Duration.ofSeconds(Long.MAX_VALUE));
        assertEquals(Seat.SEAT_EAST, patient.judgeTrick(QUESTION).getWinner());
    }

    @Test
    void aDeadlineOfAStubPrevails() {
        server.saysNothing();
        var stub = RefereeServiceGrpc.newBlockingStub(referee.withDeadline(Duration.ofHours(1)).channel());
        assertTimeoutPreemptively(Duration.ofSeconds(4), () -> {
            var hasty = stub.withDeadlineAfter(Duration.ofMillis(100));
            var late = assertThrows(io.grpc.StatusRuntimeException.class, () -> hasty.judgeTrick(QUESTION));
            assertEquals(Status.Code.DEADLINE_EXCEEDED, late.getStatus().getCode());
        });
    }

    @Test
    void futuresAnswerAndFailAlike() throws Exception {
        JudgeTrickResponse answer = referee.withLanguage("fr").futureStub().judgeTrick(QUESTION).get();
        assertEquals(Seat.SEAT_EAST, answer.getWinner());
        assertEquals("fr", server.lastHeard("accept-language"));

        server.fails(FakeReferee.refusal(Code.INTERNAL, "a plugin failed"));
        var future = referee.futureStub().judgeTrick(QUESTION);
        var failed = assertThrows(ExecutionException.class, future::get);
        assertEquals("a plugin failed", RefereeException.of(failed).getDescription());
    }

    @Test
    void anInterruptedThreadGivesItsCallUpAndStaysInterrupted() {
        server.saysNothing();
        Thread.currentThread().interrupt();
        var refused = assertThrows(RefereeException.class, () -> referee.judgeTrick(QUESTION));
        assertEquals(Status.Code.CANCELLED, refused.getCode());
        assertTrue(Thread.interrupted());
    }

    @Test
    void aServerThatIsNotThereShowsInTheFirstCall() {
        server.close();
        var refused = assertThrows(RefereeException.class, () -> referee.judgeTrick(QUESTION));
        assertEquals(Status.Code.UNAVAILABLE, refused.getCode());
    }

    @Test
    void closingOneViewClosesAll() {
        referee.withLanguage("fr").close();
        assertThrows(RefereeException.class, () -> referee.judgeTrick(QUESTION));
        referee.close();
    }

    @Test
    void settingsOfGrpcPrevail() {
        var builder = Referee.builder(server.target()).channel(channel -> channel.userAgent("mine"));
        try (Referee other = builder.build()) {
            other.judgeTrick(QUESTION);
            assertTrue(server.lastHeard("user-agent").startsWith("mine"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:1", "127.0.0.1:1", "127.1.2.3", "[::1]:1", "dns:///localhost:1", "dns:localhost"})
    void aTokenStaysOnThisMachine(String target) {
        Referee.builder(target).token("secret").build().close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "referee.example:1", "127.0.0.1.example:1", "localhost.example:1", "192.0.2.1:1", "[2001:db8::1]:1",
                "dns://192.0.2.1/localhost:1", "localhost@referee.example:1", "::1"
            })
    void aTokenLeavesThisMachineOverTlsOnly(String target) {
        var plain = Referee.builder(target).token("secret");
        var objection = assertThrows(IllegalArgumentException.class, plain::build);
        assertTrue(objection.getMessage().contains(target) && !objection.getMessage().contains("secret"));
    }

    @Test
    void aTokenMayLeaveOverTls() {
        Referee.builder("referee.example:1").token("secret").tls().build().close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"two words", "line\nbreak", "é"})
    void aTokenIsWhatAHeaderCanHave(String token) {
        var builder = Referee.builder(server.target()).token(token);
        var objection = assertThrows(IllegalArgumentException.class, builder::build);
        assertTrue(!objection.getMessage().contains(token));
    }

    @Test
    void aLanguageIsWhatAHeaderCanHave() {
        assertThrows(IllegalArgumentException.class, () -> referee.withLanguage("français"));
    }

    @Test
    void aDeadlineIsMoreThanNone() {
        assertThrows(IllegalArgumentException.class, () -> referee.withDeadline(Duration.ZERO));
        var builder = Referee.builder(server.target()).deadline(Duration.ofSeconds(-1));
        assertThrows(IllegalArgumentException.class, builder::build);
    }
}
