package s3server_test

import (
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	binaries "github.com/wrone2set/wrone2set/stages/stagetest/programs"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// programs is a folder with the four programs.
type programs string

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

// TestPipeline: from documents in a bucket to scores in a bucket, the files are those of a pipeline over files of this machine,
// byte for byte. A training goes into a folder of this machine, whatever it reads from a bucket.
func TestPipeline(t *testing.T) {
	if os.Getenv("WRONE2SET_PIPELINES") == "" {
		t.Skip("takes minutes; WRONE2SET_PIPELINES=all go test runs it")
	}
	p := programs(binaries.Built(t))
	server, here := s3server.Real(t, "run"), t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	p.run(t, 0, "preprocess", "--sample", "300", "--shards", "2", "--out", here+"/sample") // the corpora that both begin with
	upload(t, server, here+"/sample", "s3://run/sample")
	var ranges atomic.Int32
	proxy := server.Proxy(t, func(_ int, _ http.ResponseWriter, r *http.Request) bool {
		if strings.HasPrefix(r.URL.Path, "/run/sample/") && strings.HasSuffix(r.URL.Path, ".parquet") && r.Header.Get("Range") != "" {
			ranges.Add(1)
		}
		return false
	})
	proxy.Environment(t)
	both := func(out string, line string) {
		t.Helper()
		name := strings.Fields(line)[0]
		there := filepath.Join(server.Dir, "run", out)
		for _, root := range []string{here, "s3://run"} {
			to := root + "/" + out
			if name == "train" && root != here {
				to = here + "/there/" + out
				there = to
			}
			p.run(t, 0, append(strings.Fields(strings.ReplaceAll(line, "ROOT", root)), "--out", to)...)
		}
		if name == "train" {
			upload(t, server, there, "s3://run/"+out)
		}
		stagetest.Equal(t, filepath.Join(here, out), there, "checkpoint/*", "costs.md")
	}
	both("data", "preprocess --train ROOT/sample/train-*.parquet --valid ROOT/sample/valid-*.parquet --test t=ROOT/sample/test.*.parquet --vocab-size 200")
	if ranges.Load() == 0 {
		t.Error("no Parquet file was read by ranges")
	}
	both("model", "train --data ROOT/data --preset tiny --d-model 8 --heads 2 --ff 16 --slots 4 --epochs 1 --seed 27")
	both("mine", "preprocess --train ROOT/sample/train-*.parquet --valid ROOT/sample/valid-*.parquet --vocab-from ROOT/model")
	both("adapted", "train --data ROOT/mine --init-from ROOT/model --epochs 1 --lr 1e-3")
	both("labels", "infer --model "+here+"/adapted --documents ROOT/data/test.*.parquet --slots --export jsonl")
	both("scores", "score --predictions ROOT/labels --slots ROOT/labels --documents ROOT/data/test.*.parquet --bootstrap 20")
	both("tables", "score tables --result wr_27_t=ROOT/scores --training wr_27=ROOT/model --bootstrap 20")
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
		if err == nil {
			server.Put(t, to+filepath.ToSlash(strings.TrimPrefix(path, from)), data)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
