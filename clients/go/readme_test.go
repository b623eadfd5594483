package readme_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/belote-referee/belote-referee/clients/go/referee"
)

// target is a running server. Tests that need one are skipped without.
func target(t *testing.T) string {
	t.Helper()
	given := os.Getenv("REFEREE_TARGET")
	if given == "" {
		t.Skip("NOT RUN: set REFEREE_TARGET to the HOST:PORT of a referee")
	}
	return given
}

// fenced is the only block of a language in the README's section of that title.
func fenced(t *testing.T, section, language string) string {
	t.Helper()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(readme), "\n## "+section+"\n")
	text, _, _ := strings.Cut(after, "\n## ")
	blocks := regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(text, -1)
	if len(blocks) != 1 {
		t.Fatalf("%q has %d blocks of %s", section, len(blocks), language)
	}
	return blocks[0][1]
}

// run runs a command in a folder and returns what it prints.
func run(t *testing.T, folder string, words ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), words[0], words[1:]...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GOWORK=off")
	printed, err := command.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		t.Fatalf("%v: %v\n%s", words, err, failed.Stderr)
	} else if err != nil {
		t.Fatal(err)
	}
	return string(printed)
}

func TestProgramOfReadme(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "ask.go")
	if err := os.WriteFile(program, []byte(fenced(t, "Ask", "go")), 0o600); err != nil {
		t.Fatal(err)
	}
	if badly := run(t, folder, "gofmt", "-l", program); badly != "" {
		t.Error("gofmt would write it otherwise")
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	install := fenced(t, "Get it", "sh")
	if !strings.Contains(install, "@v"+referee.Version+"\n") {
		t.Errorf("this is version %s", referee.Version)
	}
	for line := range strings.Lines(install) {
		run(t, folder, strings.Fields(strings.Replace(line, "../belote-referee/clients/go", here, 1))...)
	}
	run(t, folder, "go", "vet", ".")
	run(t, folder, "go", "build", "-o", "ask", ".")

	printed := run(t, folder, filepath.Join(folder, "ask"), target(t))
	wanted := regexp.MustCompile(`\Amay: 7H
not: AS play/must_trump .+
PRESET_UNKNOWN, known are: .*\bffb_classic\b.*
\z`)
	if !wanted.MatchString(printed) {
		t.Errorf("it prints %s", printed)
	}
}

func TestExample(t *testing.T) {
	printed := run(t, ".", "go", "run", "./examples/deal-a-hand", target(t))
	wanted := regexp.MustCompile(`\AWEST deals and turns up \w\w
(?:EAST|SOUTH|NORTH|WEST) takes \w+
(?:\w+ plays \w\w
)*(?:(?:EAST|SOUTH|NORTH|WEST) may play(?: \w\w)+
but not \w\w: .+ \(play/\w+\)
)?\z`)
	if !wanted.MatchString(printed) {
		t.Errorf("it prints %s", printed)
	}
}

func TestVectors(t *testing.T) {
	vectors := "../../tests/conformance/vectors.binpb"
	if _, err := os.Stat(vectors); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the folder stands alone: it has no vectors")
	}
	printed := run(t, ".", "go", "run", "./internal/cmd/conformance", vectors, target(t))
	if !regexp.MustCompile(`\Ago: [1-9]\d* passed, 0 failed\n\z`).MatchString(printed) {
		t.Errorf("it prints %s", printed)
	}
}
