package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
)

// TestAbout: the report takes model, corpus, seeds and versions from the manifests beside the inputs, without folders. It
// gives no seed if the model folder has changed, and the names of the files if there are no manifests.
func TestAbout(t *testing.T) {
	dir := t.TempDir()
	manifest := func(name, content string) string {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name, "manifest.json"), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	model := manifest("wr-small", `{"stage":"train","version":"4","seed":31,"outputs":[{"path":"model.safetensors","sha256":"0123456789abcdef"}]}`)
	labelled := func(name, digest, notes string) stages.Source {
		folder := manifest(name, fmt.Sprintf(`{"stage":"infer","version":"2","inputs":[{"input":"model","spec":%q,"files":[{"path":%q,"sha256":%q,"version":"etag:\"5d41\""}]}],
			"notes":%s,"info":{"started":"2026-01-02T03:04:05Z"}}`, model+"/", model+"/model.safetensors", digest, notes))
		return stages.Source{Files: []string{folder + "/predictions-00000-of-00001.parquet"}}
	}
	data := manifest("data", `{"stage":"preprocess","version":"3","inputs":[{"input":"test","name":"x","spec":"s3://a/b_src.txt:s3://a/b_trg.txt"}]}`)
	documents := stages.Source{Files: []string{data + "/test.x-00000-of-00001.parquet"}}
	bare := stages.Source{Files: []string{filepath.Join(dir, "p.jsonl")}}
	const scored = "scored by: score 10"
	for _, c := range []struct {
		predictions, documents stages.Source
		set, want              string
	}{
		{labelled("pred", "0123456789abcdef", `{"parts":[{"choose":"top=5","phrases":3},{"choose":"top=5"}]}`), documents, "x",
			"model: wr-small, sha256 0123456789ab; trained by: train 4, seed 31; labelled by: infer 2; chosen by: --choose top=5; corpus: b_src.txt:b_trg.txt, by preprocess 3; " + scored},
		{labelled("other", "fedcba9876543210", `{"parts":[{"choose":"f1"},{}]}`), documents, "y",
			"model: wr-small, sha256 fedcba987654; labelled by: infer 2; documents: test.x-00000-of-00001.parquet; " + scored},
		{labelled("bucket", "", "{}"), documents, "y", `model: wr-small, etag:"5d41"; labelled by: infer 2; documents: test.x-00000-of-00001.parquet; ` + scored},
		{bare, bare, "x", "predictions: p.jsonl; documents: p.jsonl; " + scored},
	} {
		var got []string
		facts, err := AboutScores(c.set, c.predictions, c.documents, "score 10")
		if err != nil {
			t.Error(err)
		}
		for _, a := range facts {
			got = append(got, a.Name+": "+a.Value)
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("got  %s\nwant %s", s, c.want)
		}
	}
}

// TestAboutUnreadable: a manifest that cannot be read is an error, unlike one that does not exist.
func TestAboutUnreadable(t *testing.T) {
	const broken = "/proc/self/mem" // nothing can be read at its start: EIO
	if _, err := os.Stat(broken); err != nil {
		t.Skip("no file here that cannot be read: ", err)
	}
	dir := t.TempDir()
	if err := os.Symlink(broken, filepath.Join(dir, "manifest.json")); err != nil {
		t.Fatal(err)
	}
	whole := stages.Source{Files: []string{filepath.Join(t.TempDir(), "x.parquet")}}
	bad := stages.Source{Files: []string{filepath.Join(dir, "x.parquet")}}
	for _, c := range [][2]stages.Source{{bad, whole}, {whole, bad}} {
		if facts, err := AboutScores("x", c[0], c[1], "score"); err == nil {
			t.Errorf("%v and no error", facts)
		}
	}
}
