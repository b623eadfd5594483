package io.github.belotereferee.conformance;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import io.github.belotereferee.BadField;
import io.github.belotereferee.Referee;
import io.github.belotereferee.RefereeException;
import io.github.belotereferee.conformance.v1.*;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Makes the calls of a suite and compares what arrives with what is expected. */
final class Replay {
    private Replay() {}

    /** Prints a line for each vector that fails, then the count. True when there are vectors and all of them passed. */
    static boolean of(ConformanceSuite suite, Referee referee, PrintStream out) {
        int passed = 0;
        int failed = 0;
        for (ConformanceVector vector : suite.getVectorsList()) {
            String differs = check(vector, referee.withLanguage(vector.getLanguage()));
            if (differs.isEmpty()) {
                passed++;
            } else {
                failed++;
                out.println("FAIL " + vector.getName() + ": " + shortened(differs));
            }
        }
        out.println("java: " + passed + " passed, " + failed + " failed");
        return failed == 0 && passed > 0 && passed == suite.getVectorsCount();
    }

    private static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() > 300 ? line.substring(0, 300) + "…" : line;
    }

    // The following say what differs, in short, or nothing when all is as expected.

    private static String check(ConformanceVector one, Referee referee) {
        return switch (one.getCallCase()) { // a call without a case does not compile
            case LIST_VARIANTS -> check(one.getListVariants(), ListVariantsVector::getRequest, referee::listVariants);
            case DEAL_CARDS -> check(one.getDealCards(), DealCardsVector::getRequest, referee::dealCards);
            case INSPECT_DEAL -> check(one.getInspectDeal(), InspectDealVector::getRequest, referee::inspectDeal);
            case LIST_LEGAL_ACTIONS ->
                check(one.getListLegalActions(), ListLegalActionsVector::getRequest, referee::listLegalActions);
            case APPLY_ACTION -> check(one.getApplyAction(), ApplyActionVector::getRequest, referee::applyAction);
            case REDACT_DEAL -> check(one.getRedactDeal(), RedactDealVector::getRequest, referee::redactDeal);
            case SCORE_DEAL -> check(one.getScoreDeal(), ScoreDealVector::getRequest, referee::scoreDeal);
            case SCORE_MATCH -> check(one.getScoreMatch(), ScoreMatchVector::getRequest, referee::scoreMatch);
            case LIST_LEGAL_CARDS ->
                check(one.getListLegalCards(), ListLegalCardsVector::getRequest, referee::listLegalCards);
            case JUDGE_TRICK -> check(one.getJudgeTrick(), JudgeTrickVector::getRequest, referee::judgeTrick);
            case SCORE_TALLY -> check(one.getScoreTally(), ScoreTallyVector::getRequest, referee::scoreTally);
            case BATCH_JUDGE -> check(one.getBatchJudge(), BatchJudgeVector::getRequest, referee::batchJudge);
            case CALL_NOT_SET -> "a call that this runner does not know";
        };
    }

    private static <V extends Message, Q, A extends Message> String check(
            V vector, Function<V, Q> request, Function<Q, A> call) {
        OneofDescriptor kinds = vector.getDescriptorForType().getOneofs().get(0);
        FieldDescriptor kind = vector.getOneofFieldDescriptor(kinds);
        Object expected = kind == null ? null : vector.getField(kind);
        try {
            A answer = call.apply(request.apply(vector));
            return expected == null ? "the vector expects nothing" : compare((Message) expected, answer);
        } catch (RefereeException refused) {
            if (expected instanceof ExpectedError error) {
                return compare(error, refused);
            }
            return "an error: " + refused.getMessage();
        }
    }

    private static String compare(Message expected, Message answer) {
        if (expected instanceof ExpectedError) {
            return "an answer where an error is expected";
        }
        if (expected.equals(answer)) {
            return "";
        }
        String wanted = TextFormat.printer().emittingSingleLine(true).printToString(expected);
        String found = TextFormat.printer().emittingSingleLine(true).printToString(answer);
        int same = 0;
        while (same < Math.min(wanted.length(), found.length()) && wanted.charAt(same) == found.charAt(same)) {
            same++;
        }
        return "the answer: expected …" + around(wanted, same) + "…, it is …" + around(found, same) + "…";
    }

    private static String compare(ExpectedError expected, RefereeException refused) {
        List<String> differences = new ArrayList<>();
        compare("code", expected.getCode(), refused.getCode().value(), differences);
        compare("reason", expected.getReason(), refused.getReason(), differences);
        compare("domain", expected.getDomain(), refused.getDomain(), differences);
        compare("metadata", expected.getMetadataMap(), refused.getMetadata(), differences);
        List<String> fields = refused.getBadFields().stream().map(BadField::path).toList();
        compare("bad fields", expected.getViolatedFieldsList(), fields, differences);
        return String.join("; ", differences);
    }

    private static void compare(String what, Object expected, Object found, List<String> differences) {
        if (!expected.equals(found)) {
            differences.add("the " + what + ": expected " + expected + ", it is " + found);
        }
    }

    private static String around(String text, int place) {
        return text.substring(Math.max(0, place - 60), Math.min(text.length(), place + 40));
    }
}
