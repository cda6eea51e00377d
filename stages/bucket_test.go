package stages

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// inBucket is a store with objects in s3://bucket, by key.
func inBucket(t *testing.T, objects map[string]string) *store.Store {
	t.Helper()
	at := s3server.Memory(t, "bucket")
	for key, text := range objects {
		if err := at.Put("s3://bucket/"+key, []byte(text), false); err != nil {
			t.Fatal(err)
		}
	}
	return at
}

func TestResolveInBucket(t *testing.T) {
	at := inBucket(t, map[string]string{"a.txt": "x\n", "b.txt": "x\n", "sub/x.txt": "x\n", "sub/.hidden": "x\n", "sub/manifest.json": "x\n",
		"sub/deep/y.txt": "x\n", "sub/deep/README": "x\n", "half/z.txt": "x\n", "parts/p-00000-of-00002.txt": "x\n"})
	data, err := os.ReadFile(made(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := at.Put("s3://bucket/half/.stage.json", data, false); err != nil {
		t.Fatal(err)
	}
	plain := Input{Name: "in", Remote: true}
	known := plain
	known.Recognises = func(path string, by schemas.Opener) (bool, error) {
		f, err := by.Open(path)
		if err != nil {
			return false, err
		}
		return strings.HasSuffix(path, ".txt"), f.Close()
	}
	resolve(t, at, "s3://bucket/", []resolved{
		{in: plain, spec: "a.txt", files: "a.txt"},
		{in: plain, spec: "sub", files: "sub/x.txt"},
		{in: plain, spec: "sub/", files: "sub/x.txt"},
		{in: plain, spec: "*.txt", files: "a.txt b.txt"},
		{in: plain, spec: "?.txt", files: "a.txt b.txt"},
		{in: plain, spec: "**/*.txt", want: "unfinished", code: ExitInput},
		{in: plain, spec: "s*/**/*.txt", files: "sub/deep/y.txt sub/x.txt"},
		{in: plain, spec: "a.txt:s3://bucket/b.txt", files: "a.txt b.txt"},
		{in: known, spec: "sub", files: "sub/deep/y.txt sub/x.txt"},
		{in: plain, spec: "none.txt", want: "s3://bucket/none.txt: no such file or folder", code: ExitInput},
		{in: plain, spec: "x*.txt", want: "no file matches", code: ExitInput},
		{in: plain, spec: "half", want: "half: unfinished; run copy again", code: ExitInput},
		{in: plain, spec: "half/z.txt", want: "unfinished", code: ExitInput},
		{in: plain, spec: "parts", want: "1 of 2 files of a set are missing: p-00001-of-00002.txt", code: ExitInput},
		{in: Input{Name: "in"}, spec: "a.txt", want: "must be a file of this machine", code: ExitUsage},
		{in: plain, spec: "a.txt?sig=hush", want: "a URL with parameters", code: ExitUsage},
	})
}

// made is the mark of an output of the copy stage.
func made(t *testing.T) string {
	t.Helper()
	t.Chdir(t.TempDir())
	if code, _, stderr := run(t, copyStage(Whole), "--lines", write(t, "in.txt", "one\n"), "--out", "made"); code != 0 {
		t.Fatal(stderr)
	}
	return "made/.stage.json"
}

// runIn runs a stage over a store.
func runIn(t *testing.T, at *store.Store, s Stage[copyConfig], args ...string) (int, string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := execute(t.Context(), at, []Mode{s}, append([]string{"--config", "none"}, args...), &stdout, &stderr)
	return code, stderr.String()
}

// TestBucketKey: what the provider says of an object takes part in the key and stands in the manifest in place of a digest,
// unless a manifest beside the object knows its digest.
func TestBucketKey(t *testing.T) {
	at := inBucket(t, map[string]string{"in.txt": "one\n"})
	t.Chdir(t.TempDir())
	s := changed(Whole, func(*copying) {})
	try := func(want string, args ...string) *manifest.Manifest {
		t.Helper()
		if code, stderr := runIn(t, at, s, append(args, "--lines", "s3://bucket/in.txt", "--out", "out")...); code != 0 || !strings.Contains(stderr, want) {
			t.Errorf("%d, want %s: %s", code, want, stderr)
		}
		m, err := manifest.Read(nil, "out/manifest.json")
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := try("msg=done")
	f := m.Inputs[0].Files[0]
	if f.Path != "s3://bucket/in.txt" || f.Size != 4 || f.Mtime.IsZero() || f.SHA256 != "" || !strings.HasPrefix(f.Version, "etag:") {
		t.Errorf("%+v", f)
	}
	try("nothing to do")
	if err := at.Put("s3://bucket/in.txt", []byte("two\n"), false); err != nil {
		t.Fatal(err)
	}
	if again := try("msg=done", "--force"); again.Key == m.Key {
		t.Error("another content has the same key")
	}
	beside := &manifest.Manifest{Stage: "s", Key: "k", Config: []byte("{}"), Outputs: []manifest.File{{Path: "in.txt", Size: 4, SHA256: "abc"}}}
	info, _ := at.Stat("s3://bucket/in.txt")
	beside.Outputs[0].Version = info.(*store.Info).Version()
	place(t, at, beside)
	if f := try("msg=done", "--force").Inputs[0].Files[0]; f.SHA256 != "abc" {
		t.Errorf("a manifest knows the digest: %+v", f)
	}
	beside.Outputs[0].Size = 5
	place(t, at, beside)
	if code, stderr := runIn(t, at, s, "--lines", "s3://bucket/in.txt", "--out", "out2"); code != ExitInput || !strings.Contains(stderr, "is not the file that s wrote") {
		t.Errorf("another size than the manifest says: %d, %s", code, stderr)
	}
}

// place puts a manifest beside the objects.
func place(t *testing.T, at *store.Store, m *manifest.Manifest) {
	t.Helper()
	data, err := m.Encode()
	if err := errors.Join(err, at.Put("s3://bucket/manifest.json", data, false)); err != nil {
		t.Fatal(err)
	}
}

// TestWithoutCredentials: a program says in one line that it has no credentials, for an input or an output, with exit code 64.
func TestWithoutCredentials(t *testing.T) {
	variables := map[string]string{"AWS_ENDPOINT_URL": "http://127.0.0.1:9", "AWS_REGION": "us-east-1", "AWS_EC2_METADATA_DISABLED": "true"}
	t.Setenv("AWS_CONFIG_FILE", os.DevNull)
	t.Setenv("AWS_SHARED_CREDENTIALS_FILE", os.DevNull)
	at := store.In(t.Context(), func(name string) string { return variables[name] })
	t.Chdir(t.TempDir())
	in := write(t, "in.txt", "one\n")
	for _, args := range [][]string{{"--lines", "s3://bucket/x", "--out", "out"}, {"--lines", in, "--out", "s3://bucket/out"}} {
		code, said := runIn(t, at, changed(Whole, func(*copying) {}), args...)
		if code != ExitUsage || !strings.Contains(said, "there are no credentials; set AWS_ACCESS_KEY_ID") || strings.Count(said, "\n") != 1 {
			t.Errorf("%v: %d, %s", args, code, said)
		}
	}
}
