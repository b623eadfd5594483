// The command conformance replays a file of vectors against a referee:
//
//	conformance VECTORS-FILE HOST:PORT
package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"google.golang.org/protobuf/proto"

	"github.com/belote-referee/belote-referee/clients/go/internal/conformance"
	"github.com/belote-referee/belote-referee/clients/go/referee"
)

func main() {
	passed, err := run(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if !passed {
		os.Exit(1)
	}
}

// run tells whether every vector passed; what failed has been printed by then.
func run(arguments []string) (bool, error) {
	if len(arguments) != 2 {
		return false, errors.New("usage: conformance VECTORS-FILE HOST:PORT")
	}
	vectors, err := os.ReadFile(arguments[0])
	if err != nil {
		return false, err
	}
	suite := new(conformance.ConformanceSuite)
	if err := proto.Unmarshal(vectors, suite); err != nil {
		return false, err
	}
	ref, err := referee.Connect(arguments[1])
	if err != nil {
		return false, err
	}
	defer ref.Close()
	return conformance.Replay(context.Background(), suite, ref, os.Stdout), nil
}
