package io.github.belotereferee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.BadRequest;
import com.google.rpc.BadRequest.FieldViolation;
import com.google.rpc.Code;
import com.google.rpc.ErrorInfo;
import io.github.belotereferee.v1.ErrorReason;
import io.github.belotereferee.v1.JudgeTrickRequest;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

final class RefereeExceptionTest {
    private static final ErrorInfo DUPLICATED = ErrorInfo.newBuilder()
            .setReason("CARD_DUPLICATED")
            .setDomain("belote.referee")
            .putMetadata("card", "JH")
            .putMetadata("field", "hand[1]")
            .build();
    private static final BadRequest FIELDS = BadRequest.newBuilder()
            .addFieldViolations(violation("hand[1]", "twice").setReason("CARD_DUPLICATED"))
            .addFieldViolations(violation("hand[0]", "first"))
            .build();

    @Test
    void itTellsAllThatTheRefereeSays() throws IOException {
        try (FakeReferee server = new FakeReferee();
                Referee referee = Referee.connect(server.target())) {
            server.fails(FakeReferee.refusal(Code.INVALID_ARGUMENT, "JH is there twice", DUPLICATED, FIELDS));
            JudgeTrickRequest question = JudgeTrickRequest.getDefaultInstance();
            var refused = assertThrows(RefereeException.class, () -> referee.judgeTrick(question));
            assertEquals(Status.Code.INVALID_ARGUMENT, refused.getCode());
            assertEquals("JH is there twice", refused.getDescription());
            assertEquals("CARD_DUPLICATED: JH is there twice", refused.getMessage());
            assertEquals("CARD_DUPLICATED", refused.getReason());
            assertEquals(ErrorReason.ERROR_REASON_CARD_DUPLICATED, refused.getReasonValue());
            assertEquals("belote.referee", refused.getDomain());
            assertEquals(Map.of("card", "JH", "field", "hand[1]"), refused.getMetadata());
            assertEquals(
                    List.of(new BadField("hand[1]", "twice", "CARD_DUPLICATED"), new BadField("hand[0]", "first", "")),
                    refused.getBadFields());
        }
    }

    @Test
    void aStatusWithoutDetailsIsToldByItsCode() {
        var late = RefereeException.of(Status.DEADLINE_EXCEEDED.asRuntimeException());
        assertEquals("DEADLINE_EXCEEDED", late.getMessage());
        assertEquals("", late.getDescription());
        assertEquals("", late.getReason());
        assertEquals(ErrorReason.ERROR_REASON_UNSPECIFIED, late.getReasonValue());
        assertEquals("", late.getDomain());
        assertEquals(Map.of(), late.getMetadata());
        assertEquals(List.of(), late.getBadFields());
    }

    @Test
    void aReasonOfANewerServerHasItsName() {
        ErrorInfo newer = DUPLICATED.toBuilder().setReason("TABLE_ON_FIRE").build();
        var refused = RefereeException.of(FakeReferee.refusal(Code.INVALID_ARGUMENT, "", newer));
        assertEquals("TABLE_ON_FIRE", refused.getReason());
        assertEquals(ErrorReason.UNRECOGNIZED, refused.getReasonValue());
    }

    @Test
    void aReasonOfSomebodyElseIsNoneOfTheReferees() {
        ErrorInfo foreign = DUPLICATED.toBuilder().setDomain("proxy.example").build();
        var refused = RefereeException.of(FakeReferee.refusal(Code.UNAVAILABLE, "", foreign));
        assertEquals("CARD_DUPLICATED", refused.getReason());
        assertEquals("proxy.example", refused.getDomain());
        assertEquals(ErrorReason.ERROR_REASON_UNSPECIFIED, refused.getReasonValue());
    }

    @Test
    void whatCausedAFailureIsFound() {
        StatusRuntimeException refused = FakeReferee.refusal(Code.NOT_FOUND, "no such preset", DUPLICATED);
        var thrown = new ExecutionException(refused);
        assertEquals(Status.Code.NOT_FOUND, RefereeException.of(thrown).getCode());
        assertEquals("CARD_DUPLICATED", RefereeException.of(thrown).getReason());
        assertSame(thrown, RefereeException.of(thrown).getCause());
    }

    @Test
    void anythingElseIsUnknown() {
        assertEquals(Status.Code.UNKNOWN, RefereeException.of(new IllegalStateException("tired")).getCode());
    }

    @Test
    void aSpoiltDetailIsLeftOut() {
        ByteString junk = ByteString.copyFrom(new byte[] {10, 127});
        var status = com.google.rpc.Status.newBuilder()
                .setCode(Code.INVALID_ARGUMENT_VALUE)
                .setMessage("no")
                .addDetails(Any.pack(DUPLICATED).toBuilder().setValue(junk))
                .addDetails(Any.pack(FIELDS))
                .addDetails(Any.newBuilder().setTypeUrl("type.googleapis.com/somebody.Else"));
        var refused = RefereeException.of(StatusProto.toStatusRuntimeException(status.build()));
        assertEquals("", refused.getReason());
        assertEquals(2, refused.getBadFields().size());
    }

    @Test
    void spoiltDetailsLeaveTheStatus() {
        Metadata trailers = new Metadata();
        trailers.put(Metadata.Key.of("grpc-status-details-bin", Metadata.BINARY_BYTE_MARSHALLER), new byte[] {10, 127});
        var refused = RefereeException.of(Status.NOT_FOUND.withDescription("no").asRuntimeException(trailers));
        assertEquals(Status.Code.NOT_FOUND, refused.getCode());
        assertEquals("no", refused.getDescription());
    }

    private static FieldViolation.Builder violation(String field, String description) {
        return FieldViolation.newBuilder().setField(field).setDescription(description);
    }
}
