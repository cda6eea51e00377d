package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// longCorpus has documents that no compression makes small: their file is uploaded in parts, from 16 MiB on.
func longCorpus(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		fmt.Fprintf(&b, `{"id":"d%d","title":"t","abstract":"`, i)
		for range 30000 {
			fmt.Fprintf(&b, "%s ", letters(int(r.Uint32())))
		}
		b.WriteString("\",\"keywords\":[]}\n")
	}
	return put(t, t.TempDir(), "long.jsonl", b.String())
}

// TestBucketParts: an output file that is uploaded in parts is not there before all of it is, wherever the process is killed or
// the server stays away for good, and the next attempt makes what a run over files makes. Only our log lines are written.
func TestBucketParts(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	server := s3server.Real(t, "out")
	server.Environment(t)
	t.Setenv("TMPDIR", t.TempDir())
	p := stagetest.Program{Stage: "preprocess", Args: []string{"--test", "x=" + longCorpus(t), "--log-format", "json"}}
	here := filepath.Join(t.TempDir(), "out")
	if r := p.Run(t, here); r.Code != 0 {
		t.Fatal(r.Stderr)
	}
	file := filepath.Join(here, "test.x-00000-of-00001.parquet")
	if st, err := os.Stat(file); err != nil || st.Size() < 17<<20 {
		t.Fatalf("%v, %v", st, err)
	}
	for _, step := range []string{"POST uploads=", "PUT partNumber=1", "PUT partNumber=2", "POST uploadId="} {
		method, query, _ := strings.Cut(step, " ")
		for _, killed := range []bool{true, false} {
			if !killed && step != "PUT partNumber=2" && step != "POST uploadId=" {
				continue // takes the seconds of six attempts
			}
			out := fmt.Sprintf("%s-%v", strings.NewReplacer(" ", "-", "=", "").Replace(step), killed)
			there := filepath.Join(server.Dir, "out", out)
			cmd, started := p.Command(t, "s3://out/"+out), make(chan struct{})
			var stderr strings.Builder
			cmd.Stderr = &stderr
			var hits atomic.Int32
			proxy := server.Proxy(t, func(_ int, w http.ResponseWriter, r *http.Request) bool {
				if r.Method != method || !strings.Contains(r.URL.RawQuery, query) {
					return false
				}
				hits.Add(1)
				if killed {
					<-started
					cmd.Process.Kill()
					panic(http.ErrAbortHandler)
				}
				s3server.Away(w)
				return true
			})
			cmd.Env = append(cmd.Env, "AWS_ENDPOINT_URL="+proxy.URL)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			close(started)
			cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); hits.Load() == 0 || killed != (code == -1) || !killed && code != stages.ExitFailed {
				t.Errorf("%s: exit %d after %d answers: %s", out, code, hits.Load(), stderr.String())
			}
			for line := range strings.Lines(stderr.String()) {
				if !json.Valid([]byte(line)) {
					t.Errorf("%s: no line of our log: %s", out, line)
				}
			}
			for _, name := range []string{filepath.Base(file), "manifest.json"} {
				if _, err := os.Stat(filepath.Join(there, name)); err == nil {
					t.Errorf("%s: there is %s", out, name)
				}
			}
			server.Environment(t)
			if r := p.Run(t, "s3://out/"+out); r.Code != 0 {
				t.Errorf("%s again: exit %d: %s", out, r.Code, r.Stderr)
			}
			stagetest.Equal(t, here, there)
		}
	}
	if entries, err := os.ReadDir(os.TempDir()); err != nil || len(entries) > 0 {
		t.Errorf("left among temporary files: %v, %v", entries, err)
	}
}
