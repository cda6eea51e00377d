package stages

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Update is the flag -update, also for the tests outside the package.
var Update = flag.Bool("update", false, "rewrite goldens")

// TestScripts runs the scripts of testdata/scripts.txtar, each in a folder of its own with in.txt, which has the lines one, two and
// three. A script says in its lines:
//
//	CODE STAGE FLAG… | TEXT | !TEXT  the stage ends with the exit code and says TEXT, and not !TEXT; it reads in.txt into out unless told
//	write FILE TEXT                  also of a bucket, s3://bucket/…
//	keep FILE TEXT                   another text, and the time that it had
//	rm, mkdir, chmod FILE; mv, link FILE FILE
//	old FILE                         it is of an hour ago
//	env NAME VALUE
//	is FILE TEXT, has FILE TEXT      what a file is, or has in it
//	there FILE…, gone FILE…          * stands for any name
//
// The stage does so, too, where a line of its input begins with !. The stages are those of variants; each means those that the script's name lists, one after the other. TEXT has \n for a line's end.
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
		if strings.HasSuffix(name, "(linux)") && runtime.GOOS != "linux" {
			continue
		}
		for _, stage := range strings.Fields(each) {
			t.Run(name+"/"+stage, func(t *testing.T) {
				t.Chdir(t.TempDir())
				write(t, "in.txt", "one\ntwo\nthree\n")
				s := &script{t: t, store: store.Memory(), each: stage}
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

// variants are the stages of scripts, all of the name copy but one: the copy stage with a change.
var variants = map[string]copying{
	"whole":    copyStage(Whole),
	"inplace":  copyStage(InPlace),
	"parted":   copyStage(Parted),
	"two":      changed(Parted, func(s *copying) { s.Run = inParts(2, copyLines) }),
	"three":    changed(Parted, func(s *copying) { s.Run = inParts(3, copyLines) }),
	"singles":  partStage(1), // a line is a part
	"pairs":    partStage(2),
	"stream":   streamStage(),
	"answer":   changed(Answer, func(s *copying) { s.Outputs, s.Run = streamStage().Outputs[:1], inParts(1, copyLines) }),
	"version2": changed(Whole, func(s *copying) { s.Version = "2" }),
	"another":  changed(Whole, func(s *copying) { s.Name = "another" }),
	"declares": changed(Whole, func(s *copying) {
		s.Outputs = append(s.Outputs, Output{Name: "rejects.jsonl", Doc: "bad rows", Schema: "rejects"})
	}),
	"uses": changed(Parted, func(s *copying) { // parts that do not read more
		s.Run = inParts(2, func(ctx context.Context, t *Task, c copyConfig) error {
			t.Uses("more", nil)
			return copyLines(ctx, t, c)
		})
	}),
	"settles": changed(Whole, func(s *copying) { s.Settle = settle }),
	"anyone":  changed(Whole, func(s *copying) { s.Inputs[0] = anyone(s.Inputs[0]) }),
	"copied":  changed(InPlace, func(s *copying) { s.Inputs[0].Copied = true }),
	// The object changes behind its copy, or is gone before that.
	"late": settled(func(g Given) error { g.Input("lines"); return change(g.job.store, "write s3://bucket/in.txt later") }),
	"gone": settled(func(g Given) error { err := change(g.job.store, "rm s3://bucket/in.txt"); g.Input("lines"); return err }),
	// Of two files that are read and one that is not.
	"builtin":      builtIn(fstest.MapFS{"lines": {Data: []byte("within\n")}, "more": {Data: []byte("m")}, "CARD.md": {Data: []byte("c")}}),
	"builtin-card": builtIn(fstest.MapFS{"lines": {Data: []byte("within\n")}, "more": {Data: []byte("m")}, "CARD.md": {Data: []byte("other")}}),
	"builtin-more": builtIn(fstest.MapFS{"lines": {Data: []byte("within\n")}, "more": {Data: []byte("other")}}),
	"builtin-none": builtIn(nil),
}

// settled is a stage with a Copied input, which looks at it before it runs.
func settled(look func(g Given) error) copying {
	return changed(Whole, func(s *copying) {
		s.Inputs[0].Copied = true
		s.Settle = func(_ *copyConfig, g Given) error { return look(g) }
	})
}

// builtIn is a stage that copies the file lines of its input, which has a default.
func builtIn(def fs.FS) copying {
	return changed(Whole, func(s *copying) {
		s.Inputs[0].Files, s.Inputs[0].Default = []string{"lines", "more"}, def
		s.Run = func(_ context.Context, t *Task, _ copyConfig) error {
			f, err := t.Input("lines")[0].Open("lines")
			if err != nil {
				return err
			}
			defer f.Close()
			return t.Fill("lines-*.txt", func(w io.Writer) error { _, err := io.Copy(w, f); return err })
		}
	})
}

// anyone is an input of anyone's files, of which those whose name holds "in" are a corpus.
func anyone(in Input) Input {
	in.Recognises = func(path string, by schemas.Opener) (bool, error) {
		f, err := by.Open(path)
		if err != nil {
			return false, err
		}
		return strings.Contains(filepath.Base(path), "in"), f.Close()
	}
	return in
}

// settle takes the mode from the spec of an input, and a batch size unless one is given by name.
func settle(c *copyConfig, g Given) error {
	for _, more := range g.Input("more") {
		if c.Mode = more.Name; c.Mode == "bad" {
			return &schemas.FileError{File: more.Spec, Err: errors.New("says no mode")}
		}
		if !g.Setting("batch_size") {
			c.BatchSize = 99
		}
		if g.Preset("big") {
			c.BatchSize++
		}
	}
	return nil
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
	said, ok := "", true
	switch words[0] {
	case "env":
		s.t.Setenv(words[1], behind(line, 2))
	case "is", "has":
		data, err := s.store.ReadFile(words[1])
		said = fmt.Sprint(string(data), err)
		ok = string(data) == behind(line, 2) || words[0] == "has" && strings.Contains(said, behind(line, 2))
	case "there", "gone":
		for _, pattern := range words[1:] {
			found, _ := filepath.Glob(pattern)
			ok = ok && (len(found) > 0) == (words[0] == "there")
		}
	case "0", "1", "64", "65":
		said, ok = s.run(line)
	default:
		err := change(s.store, line)
		said, ok = fmt.Sprint(err), err == nil
	}
	if !ok {
		s.t.Errorf("%s\n%s", at, said)
	}
}

// behind is what stands behind n words of a line.
func behind(line string, n int) string {
	return strings.Join(append(strings.SplitN(line, " ", n+1)[n:], ""), "")
}

// change changes files as a line of a script says.
func change(at *store.Store, line string) error {
	words := strings.Fields(line)
	name := words[1]
	st, err := os.Stat(name)
	switch words[0] {
	case "write":
		if store.Remote(name) {
			return at.Put(name, []byte(behind(line, 2)), false)
		}
		return errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(behind(line, 2)), 0o666))
	case "keep":
		return errors.Join(err, os.WriteFile(name, []byte(behind(line, 2)), 0o666), os.Chtimes(name, st.ModTime(), st.ModTime()))
	case "rm":
		if store.Remote(name) {
			return at.Remove(name)
		}
		return os.RemoveAll(name)
	case "mv":
		return os.Rename(name, words[2])
	case "mkdir":
		return os.MkdirAll(name, 0o777)
	case "link":
		return os.Symlink(words[2], name)
	case "chmod":
		return os.Chmod(name, 0o600)
	case "old":
		long := time.Now().Add(-time.Hour)
		return os.Chtimes(name, long, long)
	}
	return fmt.Errorf("what is %s?", words[0])
}

// run runs a stage and returns what it says and whether that is what the line wants.
func (s *script) run(line string) (said string, ok bool) {
	command, texts, _ := strings.Cut(line, " | ")
	words := strings.Fields(command)
	code, stage, args := words[0], words[1], words[2:]
	if stage == "each" {
		stage = s.each
	}
	modes := []Mode{variants[stage]}
	if stage == "modes" {
		modes = []Mode{variants["whole"], changed(Whole, func(s *copying) { s.Name = "copy twice" }), asking("copy ask")}
	}
	own := len(args) == 0 || strings.HasPrefix(args[0], "-") // no mode is named
	for _, flag := range [][]string{{"--lines", "in.txt"}, {"--out", "out"}} {
		if given := flag[0] == "--lines" && strings.HasPrefix(stage, "builtin"); own && !given && stage != "answer" && !slices.Contains(args, flag[0]) {
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
