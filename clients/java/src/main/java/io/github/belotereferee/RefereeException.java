package io.github.belotereferee;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import io.github.belotereferee.v1.ErrorReason;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.List;
import java.util.Map;

/**
 * Why a call has no answer: the referee could not read the request or build on it, or was not reached in time. A card
 * against the rules is no error; it is answered, with the rules it breaks.
 */
public final class RefereeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    // Transient, since what gRPC throws, the cause of this, cannot be serialized.
    private final transient Status.Code code;
    private final transient String description;
    private final transient String reason;
    private final transient String domain;
    private final transient Map<String, String> metadata;
    private final transient List<BadField> badFields;

    private RefereeException(Status status, ErrorInfo info, BadRequest bad, Throwable cause) {
        super(told(status, info), cause);
        code = status.getCode();
        description = described(status);
        reason = info.getReason();
        domain = info.getDomain();
        metadata = Map.copyOf(info.getMetadataMap());
        badFields = bad.getFieldViolationsList().stream()
                .map(one -> new BadField(one.getField(), one.getDescription(), one.getReason()))
                .toList();
    }

    /**
     * Reads what gRPC throws: for callers of a generated stub. Details that are absent or cannot be read are empty.
     *
     * @param thrown a {@code StatusRuntimeException} or {@code StatusException}, or anything that one of them caused,
     *     such as the {@code ExecutionException} of a future; anything else is told as {@code UNKNOWN}
     * @return the same as a {@code RefereeException}, to be thrown
     */
    public static RefereeException of(Throwable thrown) {
        ErrorInfo info = ErrorInfo.getDefaultInstance();
        BadRequest bad = BadRequest.getDefaultInstance();
        for (Any detail : details(thrown)) {
            info = unpacked(detail, info);
            bad = unpacked(detail, bad);
        }
        return new RefereeException(Status.fromThrowable(thrown), info, bad, thrown);
    }

    /**
     * Returns the status code.
     *
     * @return the code, such as {@code INVALID_ARGUMENT}
     */
    public Status.Code getCode() {
        return code;
    }

    /**
     * Returns what is wrong, for people.
     *
     * @return a sentence in the language of the call; its wording may change at any time
     */
    public String getDescription() {
        return description;
    }

    /**
     * Returns the reason in text.
     *
     * @return the name of an {@link ErrorReason} without its prefix, such as {@code "CARD_DUPLICATED"}; empty when the
     *     error is not the referee's own, such as a deadline that ran out
     */
    public String getReason() {
        return reason;
    }

    /**
     * Returns the reason as a value, for a {@code switch}.
     *
     * @return the reason; {@link ErrorReason#ERROR_REASON_UNSPECIFIED} when there is none, and {@link
     *     ErrorReason#UNRECOGNIZED} when a newer server gave one that is not known here: {@link #getReason} has its
     *     name
     */
    public ErrorReason getReasonValue() {
        if (!domain.equals("belote.referee")) {
            return ErrorReason.ERROR_REASON_UNSPECIFIED;
        }
        try {
            return ErrorReason.valueOf("ERROR_REASON_" + reason);
        } catch (IllegalArgumentException unknown) {
            return ErrorReason.UNRECOGNIZED;
        }
    }

    /**
     * Returns who gave the reason.
     *
     * @return {@code "belote.referee"}; empty where {@link #getReason} is
     */
    public String getDomain() {
        return domain;
    }

    /**
     * Returns the facts that belong to the reason.
     *
     * @return the facts, documented at each {@link ErrorReason}; cannot be changed
     */
    public Map<String, String> getMetadata() {
        return metadata;
    }

    /**
     * Returns the fields at fault.
     *
     * @return the fields in the order of the request; {@link #getMetadata} counts further ones as {@code
     *     "fields_left_out"}
     */
    public List<BadField> getBadFields() {
        return badFields;
    }

    private static String told(Status status, ErrorInfo info) {
        String kind = info.getReason().isEmpty() ? status.getCode().name() : info.getReason();
        return status.getDescription() == null ? kind : kind + ": " + status.getDescription();
    }

    private static String described(Status status) {
        return status.getDescription() == null ? "" : status.getDescription();
    }

    private static List<Any> details(Throwable thrown) {
        try {
            com.google.rpc.Status status = StatusProto.fromThrowable(thrown);
            return status == null ? List.of() : status.getDetailsList();
        } catch (IllegalArgumentException spoilt) { // the status alone still says something
            return List.of();
        }
    }

    @SuppressWarnings("unchecked") // a message is of its own class
    private static <M extends Message> M unpacked(Any detail, M otherwise) {
        Class<M> kind = (Class<M>) otherwise.getClass();
        try {
            return detail.is(kind) ? detail.unpack(kind) : otherwise;
        } catch (InvalidProtocolBufferException spoilt) {
            return otherwise;
        }
    }
}
