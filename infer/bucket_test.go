package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// TestBucket: a model and documents of several formats, in the bucket of a server that is away now and then and cuts every
// third body, are labelled as those of this machine, byte for byte; and nothing says who may read them.
func TestBucket(t *testing.T) {
	server := s3server.Real(t, "corpora")
	model, specs := modelDir(t), rawCorpora(t, 100)
	enterable(t, specs)
	specs = map[string]string{"gz": specs["gz"], "frames": specs["frames"], "parquet": specs["parquet"], "pair": specs["pair"]}
	upload := func(path, to string) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if !info.IsDir() {
			server.Put(t, to, readFile(t, path))
			return
		}
		entries, _ := os.ReadDir(path)
		for _, e := range entries {
			server.Put(t, to+"/"+e.Name(), readFile(t, filepath.Join(path, e.Name())))
		}
	}
	upload(model, "s3://corpora/model")
	for name, spec := range specs {
		there := "s3://corpora/" + name + "/" + filepath.Base(spec)
		if source, target, ok := strings.Cut(spec, ":"); ok {
			upload(source, "s3://corpora/"+name+"/"+filepath.Base(source))
			upload(target, "s3://corpora/"+name+"/"+filepath.Base(target))
			there = "s3://corpora/" + name + "/" + filepath.Base(source) + ":s3://corpora/" + name + "/" + filepath.Base(target)
		} else {
			upload(spec, there)
		}
		specs[name] = spec + "\n" + there
	}
	bodies := 0
	server.Proxy(t, func(n int, w http.ResponseWriter, r *http.Request) bool {
		if n%7 == 3 {
			s3server.Away(w)
			return true
		}
		if r.Method == "GET" && !strings.Contains(r.URL.RawQuery, "list-type") {
			if bodies++; bodies%3 == 0 {
				server.Cut(w, r, 100)
			}
		}
		return false
	}).Environment(t)
	for name, both := range specs {
		here, there, _ := strings.Cut(both, "\n")
		args := []string{"--max-rejects", "20%", "--export", "jsonl", "--part-documents", "33"}
		want := mustInfer(t, append(args, "--model", model, "--documents", here)...)
		got := filepath.Join(t.TempDir(), "out")
		code, said := infer(t, append(args, "--model", "s3://corpora/model", "--documents", there, "--out", got)...)
		if code != 0 {
			t.Fatalf("%s: exit %d: %s", name, code, said)
		}
		sameFiles(t, want, got)
		if said += string(readFile(t, filepath.Join(got, "manifest.json"))); strings.Contains(said, server.Secret()) {
			t.Errorf("%s: the secret is told", name)
		}
	}
}

// sameFiles holds the files of two outputs against each other. Those of rejected rows name places, which differ.
func sameFiles(t *testing.T, want, got string) {
	t.Helper()
	stagetest.Equal(t, want, got, "rejects*")
}

// TestBucketOutput: a labelling in a bucket is that of this machine, whoever makes its parts, and leaves nothing here; --status tells of
// it; other settings are refused.
func TestBucketOutput(t *testing.T) {
	server := s3server.Real(t, "corpora")
	server.Environment(t)
	t.Setenv("TMPDIR", t.TempDir())
	model, specs := modelDir(t), rawCorpora(t, 100)
	server.Put(t, "s3://corpora/in.jsonl.gz", readFile(t, specs["gz"]))
	p := stagetest.Program{Stage: "infer", Args: []string{"--model", model, "--documents", "s3://corpora/in.jsonl.gz", "--max-rejects", "20%",
		"--export", "jsonl", "--part-documents", "40", "--threads", "1"}}
	here := filepath.Join(t.TempDir(), "out")
	if r := p.Run(t, here); r.Code != 0 {
		t.Fatal(r.Stderr)
	}
	for _, shard := range []string{"1/2", "0/2"} {
		if r := p.Run(t, "s3://corpora/shards", "--shard", shard); r.Code != 0 {
			t.Fatalf("exit %d: %s", r.Code, r.Stderr)
		}
		if r := stagetest.Run(t, following, "s3://corpora/shards"); r.Code != 0 || shard == "1/2" && !strings.Contains(r.Stdout, "left      2, ") || shard == "0/2" && !strings.Contains(r.Stdout, "left      0, ") {
			t.Errorf("exit %d: %s%s", r.Code, r.Stdout, r.Stderr)
		}
		if r := p.Run(t, "s3://corpora/shards", "--released"); r.Code != stages.ExitUsage && shard == "1/2" {
			t.Errorf("other settings: exit %d: %s", r.Code, r.Stderr)
		}
	}
	sameFiles(t, here, filepath.Join(server.Dir, "corpora", "shards"))
	if entries, err := os.ReadDir(os.TempDir()); err != nil || len(entries) > 0 {
		t.Errorf("left among temporary files: %v, %v", entries, err)
	}
}
