package conformance_test

import (
	"context"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/belote-referee/belote-referee/clients/go/internal/conformance"
	"github.com/belote-referee/belote-referee/clients/go/referee"
	"github.com/belote-referee/belote-referee/clients/go/refereev1"
)

// oracle answers every JudgeTrick with the same.
type oracle struct {
	refereev1.RefereeServiceClient
	answer *refereev1.JudgeTrickResponse
	err    error
}

func (o oracle) JudgeTrick(
	context.Context, *refereev1.JudgeTrickRequest, ...grpc.CallOption,
) (*refereev1.JudgeTrickResponse, error) {
	return o.answer, o.err
}

func trick(change func(*refereev1.JudgeTrickResponse)) *refereev1.JudgeTrickResponse {
	made := &refereev1.JudgeTrickResponse{
		Winner:  refereev1.Seat_SEAT_EAST,
		Points:  proto.Int32(0),
		Bonuses: []*refereev1.ScoreLine{{Points: proto.Int32(10)}, {Points: proto.Int32(20)}},
		Ruleset: &refereev1.RulesetInfo{Preset: "cafe"},
	}
	if change != nil {
		change(made)
	}
	return made
}

func refusal(change func(*referee.Error)) *referee.Error {
	made := &referee.Error{
		Code:      codes.InvalidArgument,
		Reason:    "FIELD_MISSING",
		Domain:    "belote.referee",
		Metadata:  map[string]string{"field": "trump"},
		BadFields: []referee.BadField{{Path: "trump"}, {Path: "leader"}},
	}
	if change != nil {
		change(made)
	}
	return made
}

// of is a suite of one vector.
func of(vector *conformance.JudgeTrickVector) *conformance.ConformanceSuite {
	call := &conformance.ConformanceVector_JudgeTrick{JudgeTrick: vector}
	return &conformance.ConformanceSuite{Vectors: []*conformance.ConformanceVector{{Name: "a/b", Call: call}}}
}

func answering() *conformance.ConformanceSuite {
	expected := &conformance.JudgeTrickVector_Response{Response: trick(nil)}
	return of(&conformance.JudgeTrickVector{Expected: expected})
}

func refusing() *conformance.ConformanceSuite {
	expected := &conformance.ExpectedError{
		Code:           int32(codes.InvalidArgument),
		Reason:         "FIELD_MISSING",
		Domain:         "belote.referee",
		Metadata:       map[string]string{"field": "trump"},
		ViolatedFields: []string{"trump", "leader"},
	}
	return of(&conformance.JudgeTrickVector{Expected: &conformance.JudgeTrickVector_Error{Error: expected}})
}

func TestReplay(t *testing.T) {
	answer := func(change func(*refereev1.JudgeTrickResponse)) oracle { return oracle{answer: trick(change)} }
	refuse := func(change func(*referee.Error)) oracle { return oracle{err: refusal(change)} }
	type response = refereev1.JudgeTrickResponse

	for name, test := range map[string]struct {
		suite  *conformance.ConformanceSuite
		oracle oracle
		fails  string
	}{
		"an answer":     {answering(), answer(nil), ""},
		"zero as unset": {answering(), answer(func(r *response) { r.Points = nil }), "points is set: false, not true"},
		"a seat":        {answering(), answer(func(r *response) { r.Winner = 4 }), "winner: 4, not 2"},
		"a number":      {answering(), answer(func(r *response) { r.Points = proto.Int32(1) }), "points: 1, not 0"},
		"a list":        {answering(), answer(func(r *response) { r.Bonuses = r.Bonuses[:1] }), "bonuses has 1, not 2"},
		"within a list": {answering(), answer(func(r *response) { r.Bonuses[1].Note = "x" }), "bonuses[1].note is set"},
		"within a message": {
			answering(), answer(func(r *response) { r.Ruleset.Preset = "x" }), "ruleset.preset: x, not cafe",
		},
		"what is unknown": {
			answering(),
			answer(func(r *response) { r.Ruleset.ProtoReflect().SetUnknown([]byte{0xF8, 0x7F, 1}) }),
			"ruleset. unknown fields",
		},
		"an error for an answer": {answering(), refuse(nil), "an error: FIELD_MISSING"},

		"an error": {refusing(), refuse(nil), ""},
		"a code":   {refusing(), refuse(func(e *referee.Error) { e.Code = codes.NotFound }), "the code"},
		"a reason": {refusing(), refuse(func(e *referee.Error) { e.Reason = "x" }), "the reason"},
		"a domain": {refusing(), refuse(func(e *referee.Error) { e.Domain = "x" }), "the domain"},
		"metadata": {refusing(), refuse(func(e *referee.Error) { e.Metadata["x"] = "y" }), "the metadata"},
		"bad fields": {
			refusing(), refuse(func(e *referee.Error) { e.BadFields = e.BadFields[:1] }), "the bad fields",
		},
		"an answer for an error": {refusing(), answer(nil), "an answer where an error"},
		"an error of no type":    {refusing(), oracle{err: context.Canceled}, "an error of another type"},

		"nothing expected": {of(&conformance.JudgeTrickVector{}), answer(nil), "the vector expects nothing"},
		"no call": {
			&conformance.ConformanceSuite{Vectors: []*conformance.ConformanceVector{{Name: "a/b"}}},
			answer(nil),
			"a call that this runner does not know",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var out strings.Builder
			passed := conformance.Replay(t.Context(), test.suite, test.oracle, &out)
			switch printed := out.String(); {
			case passed != (test.fails == ""):
				t.Errorf("passed: %v", passed)
			case passed && printed != "go: 1 passed, 0 failed\n":
				t.Errorf("printed %q", printed)
			case !passed && (!strings.HasPrefix(printed, "FAIL a/b: ") || !strings.Contains(printed, test.fails)):
				t.Errorf("printed %q", printed)
			case !passed && !strings.HasSuffix(printed, "\ngo: 0 passed, 1 failed\n"):
				t.Errorf("printed %q", printed)
			}
		})
	}
}

func TestAnEmptySuiteFails(t *testing.T) {
	var out strings.Builder
	if conformance.Replay(t.Context(), &conformance.ConformanceSuite{}, oracle{}, &out) {
		t.Error("it passed")
	}
	if out.String() != "go: 0 passed, 0 failed\n" {
		t.Errorf("printed %q", out.String())
	}
}

// The messages of a vector of a call that this runner does not have are unknown fields, and its call is not set.
func TestACallOfLaterFails(t *testing.T) {
	vector := new(conformance.ConformanceVector)
	if err := proto.Unmarshal([]byte{0x0A, 1, 'x', 0xFA, 0x01, 0}, vector); err != nil {
		t.Fatal(err)
	}
	suite := &conformance.ConformanceSuite{Vectors: []*conformance.ConformanceVector{vector}}
	var out strings.Builder
	if conformance.Replay(t.Context(), suite, oracle{}, &out) {
		t.Error("it passed")
	}
}
