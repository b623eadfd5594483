// Package conformance replays the vectors that all clients of the referee are held to.
package conformance

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/belote-referee/belote-referee/clients/go/referee"
	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

// Replay makes every call of a suite and writes a line for each that is answered otherwise than expected, and last the
// counts. It says whether all passed, of which there has to be at least one.
func Replay(ctx context.Context, suite *ConformanceSuite, ref refereev1.RefereeServiceClient, out io.Writer) bool {
	passed, failed := 0, 0
	for _, vector := range suite.GetVectors() {
		if differs := check(ctx, vector, ref); differs != "" {
			failed++
			fmt.Fprintf(out, "FAIL %s: %.200s\n", vector.GetName(), strings.ReplaceAll(differs, "\n", " "))
		} else {
			passed++
		}
	}
	fmt.Fprintf(out, "go: %d passed, %d failed\n", passed, failed)
	return failed == 0 && passed > 0 && passed+failed == len(suite.GetVectors())
}

// check says what differs, in short, or nothing when all is as expected.
func check(ctx context.Context, vector *ConformanceVector, ref refereev1.RefereeServiceClient) string {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if vector.GetLanguage() != "" {
		ctx = referee.ContextWithLanguage(ctx, vector.GetLanguage())
	}
	switch call := vector.GetCall().(type) {
	case *ConformanceVector_ListVariants:
		return compare(ctx, call.ListVariants, ref.ListVariants)
	case *ConformanceVector_DealCards:
		return compare(ctx, call.DealCards, ref.DealCards)
	case *ConformanceVector_InspectDeal:
		return compare(ctx, call.InspectDeal, ref.InspectDeal)
	case *ConformanceVector_ListLegalActions:
		return compare(ctx, call.ListLegalActions, ref.ListLegalActions)
	case *ConformanceVector_ApplyAction:
		return compare(ctx, call.ApplyAction, ref.ApplyAction)
	case *ConformanceVector_RedactDeal:
		return compare(ctx, call.RedactDeal, ref.RedactDeal)
	case *ConformanceVector_ScoreDeal:
		return compare(ctx, call.ScoreDeal, ref.ScoreDeal)
	case *ConformanceVector_ScoreMatch:
		return compare(ctx, call.ScoreMatch, ref.ScoreMatch)
	case *ConformanceVector_ListLegalCards:
		return compare(ctx, call.ListLegalCards, ref.ListLegalCards)
	case *ConformanceVector_JudgeTrick:
		return compare(ctx, call.JudgeTrick, ref.JudgeTrick)
	case *ConformanceVector_ScoreTally:
		return compare(ctx, call.ScoreTally, ref.ScoreTally)
	case *ConformanceVector_BatchJudge:
		return compare(ctx, call.BatchJudge, ref.BatchJudge)
	default:
		return "a call that this runner does not know"
	}
}

// expectation is what the vectors of all calls have in common.
type expectation[Request, Response proto.Message] interface {
	GetRequest() Request
	GetResponse() Response
	GetError() *ExpectedError
}

// method is a call of the service.
type method[Request, Response proto.Message] func(context.Context, Request, ...grpc.CallOption) (Response, error)

func compare[Request, Response proto.Message](
	ctx context.Context, expected expectation[Request, Response], call method[Request, Response],
) string {
	answer, err := call(ctx, expected.GetRequest())
	switch {
	case expected.GetError() != nil && err != nil:
		return compareErrors(expected.GetError(), err)
	case expected.GetError() != nil:
		return "an answer where an error is expected"
	case !expected.GetResponse().ProtoReflect().IsValid():
		return "the vector expects nothing"
	case err != nil:
		return "an error: " + err.Error()
	case !proto.Equal(expected.GetResponse(), answer):
		return "the answer: " + firstDifference(expected.GetResponse(), answer)
	}
	return ""
}

func compareErrors(expected *ExpectedError, err error) string {
	var refused *referee.Error
	if !errors.As(err, &refused) {
		return fmt.Sprintf("an error of another type: %T", err)
	}
	fields := make([]string, 0, len(refused.BadFields))
	for _, bad := range refused.BadFields {
		fields = append(fields, bad.Path)
	}
	switch {
	case codes.Code(expected.GetCode()) != refused.Code:
		return fmt.Sprintf("the code: %v, not %v", refused.Code, codes.Code(expected.GetCode()))
	case expected.GetReason() != refused.Reason:
		return fmt.Sprintf("the reason: %s, not %s", refused.Reason, expected.GetReason())
	case expected.GetDomain() != refused.Domain:
		return fmt.Sprintf("the domain: %s, not %s", refused.Domain, expected.GetDomain())
	case !maps.Equal(expected.GetMetadata(), refused.Metadata):
		return fmt.Sprintf("the metadata: %q, not %q", refused.Metadata, expected.GetMetadata())
	case !slices.Equal(expected.GetViolatedFields(), fields):
		return fmt.Sprintf("the bad fields: %q, not %q", fields, expected.GetViolatedFields())
	}
	return ""
}
