package stages

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// TestScripts runs the scripts of testdata/scripts.txtar, each in a folder of its own with in.txt, which has the lines one, two and
// three. A script says in its lines:
//
//	CODE STAGE FLAG… | TEXT | !TEXT  the stage ends with the exit code and says TEXT, and not !TEXT; it reads in.txt into out unless told
//	write FILE TEXT                  also of a bucket, mem://b/…
//	rm, mv, mkdir, link FILE…
//	old FILE…                        they are of an hour ago
//	env NAME VALUE
//	is FILE TEXT, has FILE TEXT      what a file is, or has in it
//	there FILE…, gone FILE…          * stands for any name
//
// The stages are those of variants; each means those that the script's name lists, one after the other. TEXT has \n for a line's end.
func TestScripts(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/scripts.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		name, each, _ := strings.Cut(f.Name, ": ")
		if each == "" {
			each = "whole"
		}
		for _, stage := range strings.Fields(each) {
			t.Run(name+"/"+stage, func(t *testing.T) {
				t.Chdir(t.TempDir())
				write(t, "in.txt", "one\ntwo\nthree\n")
				s := &script{t: t, store: store.New(t.Context()), each: stage}
				defer s.store.Close()
				for i, line := range strings.Split(strings.TrimSpace(string(f.Data)), "\n") {
					if !strings.HasPrefix(line, "#") {
						s.line(fmt.Sprintf("line %d: %s", i+1, line), strings.ReplaceAll(line, `\n`, "\n"))
					}
				}
			})
		}
	}
}

// script is one that runs.
type script struct {
	t     *testing.T
	store *store.Store
	each  string
}

// variants are the stages of scripts, all of the name copy but one.
var variants = map[string]func() []Mode{
	"whole":   func() []Mode { return []Mode{copyStage(Whole)} },
	"inplace": func() []Mode { return []Mode{copyStage(InPlace)} },
	"parted":  func() []Mode { return []Mode{copyStage(Parted)} },
	"two":     func() []Mode { return []Mode{changed(Parted, func(s *copying) { s.Run = inParts(2, copyLines) })} },
	"three":   func() []Mode { return []Mode{changed(Parted, func(s *copying) { s.Run = inParts(3, copyLines) })} },
	"singles": func() []Mode { return []Mode{partStage(1)} }, // a line is a part
	"pairs":   func() []Mode { return []Mode{partStage(2)} },
	"stream":  func() []Mode { return []Mode{streamStage()} },
	"answer": func() []Mode {
		return []Mode{changed(Answer, func(s *copying) { s.Outputs, s.Run = streamStage().Outputs[:1], inParts(1, copyLines) })}
	},
	"version2": func() []Mode { return []Mode{changed(Whole, func(s *copying) { s.Version = "2" })} },
	"another":  func() []Mode { return []Mode{changed(Whole, func(s *copying) { s.Name = "another" })} },
	"moved": func() []Mode {
		return []Mode{changed(Whole, func(s *copying) { s.Moved = map[string]string{"twice": "it is a mode"} })}
	},
	"declares": func() []Mode {
		return []Mode{changed(Whole, func(s *copying) {
			s.Outputs = append(s.Outputs, Output{Name: "rejects.jsonl", Doc: "bad rows", Schema: "rejects"})
		})}
	},
	"modes": func() []Mode {
		return []Mode{copyStage(Whole), changed(Whole, func(s *copying) { s.Name = "copy twice" }), asking("copy ask")}
	},
}

type copying = Stage[copyConfig]

// changed is the copy stage with a change.
func changed(layout Layout, change func(s *copying)) copying {
	s := copyStage(layout)
	s.Inputs[0].Remote = true
	change(&s)
	return s
}

func (s *script) line(at, line string) {
	words := strings.Fields(line)
	rest := func(n int) string { // what stands behind n words
		return strings.Join(append(strings.SplitN(line, " ", n+1)[n:], ""), "")
	}
	check := func(ok bool, said string) {
		if !ok {
			s.t.Errorf("%s\n%s", at, said)
		}
	}
	var err error
	switch words[0] {
	case "write":
		if store.Remote(words[1]) {
			err = s.store.Put(words[1], []byte(rest(2)), false)
		} else {
			write(s.t, words[1], rest(2))
		}
	case "rm":
		for _, name := range words[1:] {
			err = os.RemoveAll(name)
		}
	case "mv":
		err = os.Rename(words[1], words[2])
	case "mkdir":
		err = os.MkdirAll(words[1], 0o777)
	case "link":
		err = os.Symlink(words[2], words[1])
	case "old":
		long := time.Now().Add(-time.Hour)
		err = os.Chtimes(words[1], long, long)
	case "env":
		s.t.Setenv(words[1], rest(2))
	case "is", "has":
		data, readErr := s.store.ReadFile(words[1])
		err = readErr
		check(string(data) == rest(2) || words[0] == "has" && strings.Contains(string(data), rest(2)), string(data))
	case "there", "gone":
		for _, pattern := range words[1:] {
			found, _ := filepath.Glob(pattern)
			check((len(found) > 0) == (words[0] == "there"), pattern)
		}
	default:
		said, ok := s.run(line)
		check(ok, said)
	}
	check(err == nil, fmt.Sprint(err))
}

// run runs a stage and returns what it says and whether that is what the line wants.
func (s *script) run(line string) (said string, ok bool) {
	command, texts, _ := strings.Cut(line, " | ")
	words := strings.Fields(command)
	code, stage, args := words[0], words[1], words[2:]
	if stage == "each" {
		stage = s.each
	}
	modes := variants[stage]()
	own := len(args) == 0 || strings.HasPrefix(args[0], "-") // no mode is named
	for _, flag := range [][]string{{"--lines", "in.txt"}, {"--out", "out"}} {
		if own && stage != "answer" && !slices.Contains(args, flag[0]) {
			args = append(slices.Clone(flag), args...)
		}
	}
	var stdout, stderr bytes.Buffer
	got := execute(s.t.Context(), s.store, modes, args, &stdout, &stderr)
	said = fmt.Sprintf("exit code %d: %s%s", got, &stdout, &stderr)
	ok = fmt.Sprint(got) == code
	for text := range strings.SplitSeq(texts, " | ") {
		text, not := strings.CutPrefix(text, "!")
		ok = ok && strings.Contains(said, text) != not
	}
	return said, ok
}
