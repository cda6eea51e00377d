package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// TestRuns runs the stage as the file runs of each archive in testdata/runs says, on the archive's other files:
//
//	CODE FLAG…              ends with the exit code, and with a finished output only if that is 0
//	  documents ID…         the documents of the test sets, for training and for validation
//	  says TEXT…TEXT        what the log, and the list of what is left out, have in this order
//
// Names in capitals are models and vocabularies that the test makes.
func TestRuns(t *testing.T) {
	model, vocab := baseModel(t)
	shape, err := os.ReadFile(filepath.Join(model, configFile))
	if err != nil {
		t.Fatal(err)
	}
	made := strings.NewReplacer("MODEL", model, "ENCODER", encoderFolder(t), "SHAPE", string(shape), "VOCAB\n", string(vocab),
		"WORDS", writeWords(t, "words.parquet", nil, "graph"), "ODD", writeWords(t, "odd.parquet", map[string]string{schemas.UnicodeKey: "odd"}, text.Specials...),
		"OTHER", tinybert.Write(t, "<unk>"), "LOST", broken(t, "vocab.txt", ""), "SMALL", broken(t, "vocab.txt", "[PAD]\n[UNK]\n[CLS]\n[SEP]\n"),
		"NOCLS", broken(t, "vocab.txt", "[PAD]\n[UNK]\n[SEP]\n"), "NOSHAPE", broken(t, "config.json", "{}"), "CASED", broken(t, "tokenizer_config.json", `{"do_lower_case":false}`))
	archives, err := filepath.Glob("testdata/runs/*.txtar")
	if err != nil || len(archives) != 2 {
		t.Fatal(archives, err)
	}
	for _, file := range archives {
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.Mkdir("empty", 0o755); err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files[1:] {
				stagetest.Write(t, ".", f.Name, made.Replace(string(f.Data)))
			}
			out, log, run := "", "", ""
			for line := range strings.Lines(made.Replace(string(archive.Files[0].Data))) {
				line = strings.TrimSuffix(line, "\n")
				if ids, ok := strings.CutPrefix(line, "  documents "); ok {
					if got := strings.Join(documentIDs(t, out), " "); got != ids {
						t.Errorf("%s: documents %s, want %s", run, got, ids)
					}
				} else if texts, ok := strings.CutPrefix(line, "  says "); ok {
					if rest := missing(log, texts); rest != "" {
						t.Errorf("%s: no %q in\n%s", run, rest, log)
					}
				} else if line != "" {
					run = line
					out, log = runLine(t, line)
				}
			}
		})
	}
}

// runLine runs the stage with the flags behind an exit code, and returns its output with its log and what is left out.
func runLine(t *testing.T, line string) (out, log string) {
	t.Helper()
	words := strings.Fields(line)
	code, err := strconv.Atoi(words[0])
	if err != nil {
		t.Fatal(err)
	}
	out, log = execute(t, code, words[1:]...)
	if _, err := os.Stat(filepath.Join(out, "manifest.json")); (err == nil) != (code == 0) {
		t.Errorf("%s: of the output: %v", line, err)
	}
	if code == 0 {
		log += strings.Join(causes(t, out), "\n")
	}
	return out, log
}

// documentIDs are those of all sets of an output.
func documentIDs(t *testing.T, out string) []string {
	return slices.Concat(ids(t, out, "test.*"), ids(t, out, "train"), ids(t, out, "valid"))
}

// broken is the folder of an encoder, of which a file has another content, or is missing.
func broken(t *testing.T, name, content string) string {
	dir := encoderFolder(t)
	if os.Remove(filepath.Join(dir, name)); content != "" {
		stagetest.Write(t, dir, name, content)
	}
	return dir
}

// missing returns the first of the texts, parted by …, that a log lacks in their order; "" if it has them all.
func missing(log, texts string) string {
	for want := range strings.SplitSeq(texts, "…") {
		_, after, ok := strings.Cut(log, want)
		if !ok {
			return want
		}
		log = after
	}
	return ""
}
