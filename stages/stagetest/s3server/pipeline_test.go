package s3server_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	binaries "github.com/wrone2set/wrone2set/stages/stagetest/programs"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
	"github.com/wrone2set/wrone2set/stages/stagetest/tinybert"
)

// programs are the four, built.
type programs string

func build(t *testing.T) programs {
	t.Helper()
	return programs(binaries.Built(t))
}

// run runs a command line, and fails the test unless it ends with the exit code.
func (p programs) run(t *testing.T, code int, line ...string) (said string) {
	t.Helper()
	if line[1] != "show" {
		line = append(line, "--config", "none")
	}
	cmd := exec.Command(filepath.Join(string(p), line[0]), line[1:]...)
	out, _ := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%s: exit code %d, want %d\n%s", strings.Join(line, " "), got, code, out)
	}
	return string(out)
}

// TestPipeline: from raw text in a bucket to scores in a bucket, the files are those of a pipeline over files of this machine,
// byte for byte. A training goes into a folder of this machine, whatever it reads from a bucket.
func TestPipeline(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the programs")
	}
	server := s3server.Real(t, "run")
	p, here := build(t), t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	p.run(t, 0, "preprocess", "--sample", "300", "--shards", "2", "--out", here+"/sample") // the corpora that both begin with
	asJSON(t, here+"/sample/train.jsonl.gz", here+"/sample/train-00000-of-00002.parquet", here+"/sample/train-00001-of-00002.parquet")
	upload(t, server, here+"/sample", "s3://run/sample")
	var ranges atomic.Int32
	proxy := server.Proxy(t, func(_ int, _ http.ResponseWriter, r *http.Request) bool {
		if r.Method == "GET" && strings.HasPrefix(r.URL.Path, "/run/sample/") && strings.HasSuffix(r.URL.Path, ".parquet") {
			if r.Header.Get("Range") != "" {
				ranges.Add(1)
			}
		}
		return false
	})
	proxy.Environment(t)
	small := strings.Fields("--preset tiny --d-model 8 --heads 2 --ff 16 --slots 4 --epochs 1 --seed 27")
	onto := strings.Fields("--preset tiny --heads 2 --ff 16 --slots 4 --epochs 1")
	upload(t, server, tinybert.Write(t, strings.Split("abcdefghijklmnopqrstuvwxyz", "")...), "s3://run/encoder")
	if err := os.CopyFS(here+"/encoder", os.DirFS(filepath.Join(server.Dir, "run", "encoder"))); err != nil {
		t.Fatal(err)
	}
	both := func(out string, line ...string) {
		t.Helper()
		for _, root := range []string{here, "s3://run"} {
			to := root
			if line[0] == "train" {
				to = strings.Replace(root, "s3://run", here+"/there", 1)
			}
			var args []string
			for _, a := range line {
				args = append(args, strings.ReplaceAll(a, "ROOT", root))
			}
			p.run(t, 0, append(args, "--out", to+"/"+out)...)
		}
		there := filepath.Join(server.Dir, "run")
		if line[0] == "train" {
			there = filepath.Join(here, "there")
			upload(t, server, filepath.Join(there, out), "s3://run/"+out)
		}
		stagetest.Equal(t, filepath.Join(here, out), filepath.Join(there, out), "checkpoint/*", "costs.md")
	}
	both("data", "preprocess", "--train", "ROOT/sample/train.jsonl.gz", "--valid", "ROOT/sample/valid-*.parquet", "--test", "t=ROOT/sample/test.*.parquet",
		"--vocab-size", "200")
	if ranges.Load() == 0 {
		t.Error("no Parquet file was read by ranges")
	}
	both("model", append([]string{"train", "--data", "ROOT/data"}, small...)...)
	both("mine", "preprocess", "--train", "ROOT/sample/train.jsonl.gz", "--valid", "ROOT/sample/valid-*.parquet", "--vocab-from", "ROOT/model")
	both("adapted", "train", "--data", "ROOT/mine", "--init-from", "ROOT/model", "--epochs", "1", "--lr", "1e-3")
	both("labels", "infer", "--model", here+"/adapted", "--documents", "ROOT/data/test.*.parquet", "--slots", "--export", "jsonl")
	both("scores", "score", "--predictions", "ROOT/labels", "--slots", "ROOT/labels", "--documents", "ROOT/data/test.*.parquet", "--bootstrap", "20")
	both("tables", "score", "tables", "--result", "wr_27_t=ROOT/scores", "--training", "wr_27=ROOT/model", "--bootstrap", "20")
	both("pieces", "preprocess", "--train", "ROOT/sample/train.jsonl.gz", "--valid", "ROOT/sample/valid-*.parquet", "--encoder", "ROOT/encoder")
	both("onto", append([]string{"train", "--data", "ROOT/pieces", "--encoder", "ROOT/encoder"}, onto...)...)
	refit := []string{"train", "refit", "--model", "s3://run/model", "--data", "s3://run/data", "--out", here + "/refit"}
	if said := p.run(t, stages.ExitInput, refit...); !strings.Contains(said, "give more documents with keyphrases") {
		t.Error(said)
	}
	shown, _, _ := strings.Cut(p.run(t, 0, "score", "show", here+"/scores"), "\nreport: ")
	if there := p.run(t, 0, "score", "show", "s3://run/scores"); there != shown+"\nreport: s3://run/scores/report.html\n" {
		t.Errorf("shown of the bucket: %s", there)
	}
	if said := p.run(t, stages.ExitUsage, "train", "--data", "s3://run/data", "--out", "s3://run/trained"); !strings.Contains(said, "must be a folder of this machine; copy it to the bucket when it is finished") {
		t.Error(said)
	}
	if entries, err := os.ReadDir(os.TempDir()); err != nil || len(entries) > 0 {
		t.Errorf("left among temporary files: %v, %v", entries, err)
	}
}

// upload copies a folder to a bucket.
func upload(t *testing.T, server *s3server.Server, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), ".lock") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		server.Put(t, to+"/"+filepath.ToSlash(rel), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// asJSON writes the documents of files as JSON lines.
func asJSON(t *testing.T, to string, files ...string) {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	for _, file := range files {
		rows, err := schemas.Documents.ReadAll(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range rows {
			line := map[string]any{"id": d.ID, "title": strings.Join(d.Title, " "), "abstract": strings.Join(d.Body, " ")}
			var keywords []string
			for _, k := range slices.Concat(d.Present, d.Absent) {
				keywords = append(keywords, strings.Join(k, " "))
			}
			line["keywords"] = keywords
			if err := json.NewEncoder(w).Encode(line); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(w.Close(), os.WriteFile(to, packed.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
}
