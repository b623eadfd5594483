package io.github.belotereferee;

import io.github.belotereferee.v1.ApplyActionRequest;
import io.github.belotereferee.v1.ApplyActionResponse;
import io.github.belotereferee.v1.BatchJudgeRequest;
import io.github.belotereferee.v1.BatchJudgeResponse;
import io.github.belotereferee.v1.DealCardsRequest;
import io.github.belotereferee.v1.DealCardsResponse;
import io.github.belotereferee.v1.InspectDealRequest;
import io.github.belotereferee.v1.InspectDealResponse;
import io.github.belotereferee.v1.JudgeTrickRequest;
import io.github.belotereferee.v1.JudgeTrickResponse;
import io.github.belotereferee.v1.ListLegalActionsRequest;
import io.github.belotereferee.v1.ListLegalActionsResponse;
import io.github.belotereferee.v1.ListLegalCardsRequest;
import io.github.belotereferee.v1.ListLegalCardsResponse;
import io.github.belotereferee.v1.ListVariantsRequest;
import io.github.belotereferee.v1.ListVariantsResponse;
import io.github.belotereferee.v1.RedactDealRequest;
import io.github.belotereferee.v1.RedactDealResponse;
import io.github.belotereferee.v1.RefereeServiceGrpc;
import io.github.belotereferee.v1.RefereeServiceGrpc.RefereeServiceBlockingStub;
import io.github.belotereferee.v1.RefereeServiceGrpc.RefereeServiceFutureStub;
import io.github.belotereferee.v1.ScoreDealRequest;
import io.github.belotereferee.v1.ScoreDealResponse;
import io.github.belotereferee.v1.ScoreMatchRequest;
import io.github.belotereferee.v1.ScoreMatchResponse;
import io.github.belotereferee.v1.ScoreTallyRequest;
import io.github.belotereferee.v1.ScoreTallyResponse;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A connection to a referee: one method a call of the service, each of which sends one message and waits for its
 * answer.
 *
 * <p>Every call may throw a {@link RefereeException}, and none takes longer than its deadline, five seconds unless
 * said otherwise. A call that the server could not take ({@code UNAVAILABLE}) is sent again, up to four times in all,
 * while its time lasts. A thread that is interrupted gives its call up: the exception's code is {@code CANCELLED}, and
 * the thread stays interrupted.
 *
 * <p>A {@code Referee} may be used by many threads at once. Make one and keep it.
 */
public final class Referee implements AutoCloseable {
    private final ManagedChannel connection;
    private final CallDefaults defaults;
    private final Channel channel;
    private final RefereeServiceBlockingStub stub;

    Referee(ManagedChannel connection, CallDefaults defaults) {
        this.connection = connection;
        this.defaults = defaults;
        channel = ClientInterceptors.intercept(connection, defaults);
        stub = RefereeServiceGrpc.newBlockingStub(channel);
    }

    /**
     * Connects without encryption. It does not wait: a server that cannot be reached shows in the first call.
     *
     * @param target the server, {@code "host:port"}
     * @return the connection, to be closed
     */
    public static Referee connect(String target) {
        return builder(target).build();
    }

    /**
     * Begins a connection for which more is to be said: TLS, a deadline, a language, a token.
     *
     * @param target the server, {@code "host:port"}
     * @return what builds the connection
     */
    public static RefereeBuilder builder(String target) {
        return new RefereeBuilder(target);
    }

    /**
     * Gives calls another deadline: {@code referee.withDeadline(Duration.ofSeconds(1)).inspectDeal(request)}.
     *
     * @param deadline how long a call may take, its retries included
     * @return this connection with that deadline; closing either closes both
     * @throws IllegalArgumentException when the deadline is not more than none
     */
    public Referee withDeadline(Duration deadline) {
        return new Referee(connection, defaults.withDeadline(deadline));
    }

    /**
     * Gives calls another language: {@code referee.withLanguage("fr").listVariants()}.
     *
     * @param language what is sent as {@code accept-language}; nothing when empty, which the referee answers in English
     * @return this connection with that language; closing either closes both
     * @throws IllegalArgumentException when a header cannot have its characters
     */
    public Referee withLanguage(String language) {
        return new Referee(connection, defaults.withLanguage(language));
    }

    /**
     * Lists what the server can judge: presets, features, options, rules.
     *
     * @return the catalogue
     */
    public ListVariantsResponse listVariants() {
        return listVariants(ListVariantsRequest.getDefaultInstance());
    }

    /**
     * Lists what the server can judge: presets, features, options, rules.
     *
     * @param request what to ask
     * @return the catalogue
     */
    public ListVariantsResponse listVariants(ListVariantsRequest request) {
        return call(stub::listVariants, request);
    }

    /**
     * Starts a deal. Without a deck in the request the server shuffles, and a call that is sent again may deal other
     * cards.
     *
     * @param request what to ask
     * @return a record with no action yet
     */
    public DealCardsResponse dealCards(DealCardsRequest request) {
        return call(stub::dealCards, request);
    }

    /**
     * Explains a record: where the deal stands, what may be done, who broke a rule and when.
     *
     * @param request what to ask
     * @return what the record amounts to
     */
    public InspectDealResponse inspectDeal(InspectDealRequest request) {
        return call(stub::inspectDeal, request);
    }

    /**
     * Lists what the seat to act may do, and why not the rest.
     *
     * @param request what to ask
     * @return what may be done
     */
    public ListLegalActionsResponse listLegalActions(ListLegalActionsRequest request) {
        return call(stub::listLegalActions, request);
    }

    /**
     * Judges one action, and adds it to the record unless it is illegal.
     *
     * @param request what to ask
     * @return the ruling, and the new record
     */
    public ApplyActionResponse applyAction(ApplyActionRequest request) {
        return call(stub::applyAction, request);
    }

    /**
     * Takes out of a record what one seat may not see.
     *
     * @param request what to ask
     * @return the record that is left
     */
    public RedactDealResponse redactDeal(RedactDealRequest request) {
        return call(stub::redactDeal, request);
    }

    /**
     * Scores a finished deal from its record.
     *
     * @param request what to ask
     * @return the score
     */
    public ScoreDealResponse scoreDeal(ScoreDealRequest request) {
        return call(stub::scoreDeal, request);
    }

    /**
     * Adds up a match, deal by deal.
     *
     * @param request what to ask
     * @return the state of the match
     */
    public ScoreMatchResponse scoreMatch(ScoreMatchRequest request) {
        return call(stub::scoreMatch, request);
    }

    /**
     * Lists the legal cards of one hand in one trick.
     *
     * @param request what to ask
     * @return what the hand may play, and why not the rest
     */
    public ListLegalCardsResponse listLegalCards(ListLegalCardsRequest request) {
        return call(stub::listLegalCards, request);
    }

    /**
     * Says who won a trick and what it is worth.
     *
     * @param request what to ask
     * @return the winner, or who is master so far
     */
    public JudgeTrickResponse judgeTrick(JudgeTrickRequest request) {
        return call(stub::judgeTrick, request);
    }

    /**
     * Scores a deal from what a table counted.
     *
     * @param request what to ask
     * @return the score
     */
    public ScoreTallyResponse scoreTally(ScoreTallyRequest request) {
        return call(stub::scoreTally, request);
    }

    /**
     * Answers up to 1,000 questions in one call.
     *
     * @param request what to ask
     * @return an answer or an error a question, in their order
     */
    public BatchJudgeResponse batchJudge(BatchJudgeRequest request) {
        return call(stub::batchJudge, request);
    }

    /**
     * Gives the generated stub whose calls return futures. They fail with gRPC's exceptions, which {@link
     * RefereeException#of} reads.
     *
     * @return the stub, with this connection's deadline, language and token
     */
    public RefereeServiceFutureStub futureStub() {
        return RefereeServiceGrpc.newFutureStub(channel);
    }

    /**
     * Gives what any other generated stub is made from.
     *
     * @return a channel whose calls have this connection's deadline, language and token unless they bring their own
     */
    public Channel channel() {
        return channel;
    }

    /** Takes no more calls, and returns once those under way are done; after five seconds they are given up. */
    @Override
    public void close() {
        connection.shutdown();
        try {
            if (!connection.awaitTermination(5, TimeUnit.SECONDS)) {
                connection.shutdownNow();
            }
        } catch (InterruptedException interrupted) {
            connection.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    private static <Q, A> A call(Function<Q, A> method, Q request) {
        try {
            return method.apply(request);
        } catch (StatusRuntimeException refused) {
            throw RefereeException.of(refused);
        }
    }
}
