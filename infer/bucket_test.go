package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"wrone2set/stages/stagetest/s3server"
)

// TestBucket: a model and documents of every format, in the bucket of a server that is away now and then and cuts every
// third body, are labelled as those of this machine, byte for byte; and nothing says who may read them.
func TestBucket(t *testing.T) {
	server := s3server.Start(t, "corpora")
	model, specs := modelDir(t), rawCorpora(t, 100)
	enterable(t, specs)
	if testing.Short() {
		specs = map[string]string{"gz": specs["gz"], "frames": specs["frames"], "parquet": specs["parquet"]}
	}
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
	})
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

// sameFiles holds the files of two outputs, but for manifests, whose keys differ, against each other. Names of rejected
// rows' files differ as the places do.
func sameFiles(t *testing.T, want, got string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(want, "predictions*"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "manifest.json") {
			continue
		}
		if a, b := readFile(t, name), readFile(t, filepath.Join(got, filepath.Base(name))); !bytes.Equal(a, b) {
			t.Errorf("%s: %d bytes and %d bytes differ", filepath.Base(name), len(a), len(b))
		}
	}
}
