package referee

import (
	"context"
	"errors"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

const domain = "belote.referee"

// Error says why a call has no answer.
//
//	var refused *referee.Error
//	if errors.As(err, &refused) { … refused.Reason … }
//
// It remains an error of gRPC, so that status.Code(err) works. It is context.DeadlineExceeded or context.Canceled, as
// errors.Is has it, where its code is DeadlineExceeded or Canceled.
type Error struct {
	// Code is the status code.
	Code codes.Code
	// Message is a sentence in the language of the call. Its wording may change at any time.
	Message string
	// Reason is the name of an ErrorReason without its prefix, such as "CARD_DUPLICATED". It is empty where the referee
	// gave none, as when it was not reached; KnownReason has it as a value.
	Reason string
	// Domain says who gave the reason: "belote.referee". It is empty where Reason is.
	Domain string
	// Metadata is what belongs to the reason, documented at its ErrorReason.
	Metadata map[string]string
	// BadFields are the fields at fault, in the order of the request.
	BadFields []BadField

	cause error
}

// BadField is a field of a request that is at fault.
type BadField struct {
	// Path says where it is, such as "deal.actions[17].play".
	Path string
	// Description is a sentence in the language of the call. Its wording may change at any time.
	Description string
	// Reason is the field's own, spelled as that of the Error.
	Reason string
}

// AsError finds the [*Error] in an error, or reads it from an error of gRPC, such as those of calls made on
// [Referee.Conn]. It returns nil for any other.
func AsError(err error) *Error {
	var refused *Error
	if errors.As(err, &refused) {
		return refused
	}
	var ofGRPC statusError
	if errors.As(err, &ofGRPC) {
		return newError(err)
	}
	return nil
}

// statusError is what errors of gRPC have in common.
type statusError interface {
	error
	GRPCStatus() *status.Status
}

// statusOf is the status within an error as the server sent it: what gRPC has put around it, after the last of several
// tries, is not for people to read.
func statusOf(err error) *status.Status {
	var ofGRPC statusError
	if errors.As(err, &ofGRPC) {
		return ofGRPC.GRPCStatus()
	}
	return status.Convert(err)
}

func newError(cause error) *Error {
	st := statusOf(cause)
	refused := &Error{Code: st.Code(), Message: st.Message(), cause: cause}
	for _, detail := range st.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			refused.Reason, refused.Domain, refused.Metadata = detail.GetReason(), detail.GetDomain(), detail.GetMetadata()
		case *errdetails.BadRequest:
			for _, field := range detail.GetFieldViolations() {
				bad := BadField{field.GetField(), field.GetDescription(), field.GetReason()}
				refused.BadFields = append(refused.BadFields, bad)
			}
		}
	}
	return refused
}

// KnownReason is the reason as a value. It is ERROR_REASON_UNSPECIFIED where there is none, and where a newer server
// gave one that is unknown here: go by Code then.
func (e *Error) KnownReason() refereev1.ErrorReason {
	if e.Domain != domain {
		return refereev1.ErrorReason_ERROR_REASON_UNSPECIFIED
	}
	return refereev1.ErrorReason(refereev1.ErrorReason_value["ERROR_REASON_"+e.Reason])
}

// Error is the reason, or else the code, and the message.
func (e *Error) Error() string {
	if e.Reason == "" {
		return e.Code.String() + ": " + e.Message
	}
	return e.Reason + ": " + e.Message
}

// GRPCStatus is the status as it came, which package status finds here.
func (e *Error) GRPCStatus() *status.Status {
	if e.cause == nil {
		return status.New(e.Code, e.Message)
	}
	return statusOf(e.cause)
}

// Unwrap is the error that gRPC gave, with what it has to say of retries.
func (e *Error) Unwrap() error { return e.cause }

// Is lets errors.Is find the errors of package context.
func (e *Error) Is(target error) bool {
	return target == context.DeadlineExceeded && e.Code == codes.DeadlineExceeded ||
		target == context.Canceled && e.Code == codes.Canceled
}
