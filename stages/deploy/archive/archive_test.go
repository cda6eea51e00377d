package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// folder is the same content with another time, umask and order of making.
func folder(t *testing.T, names []string, mode os.FileMode, at time.Time) string {
	dir := filepath.Join(t.TempDir(), "wrone2set_0.9.0_linux_amd64")
	for _, name := range names {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700|mode); err != nil {
			t.Fatal(err)
		}
		m := mode &^ 0o111
		if name == "infer" {
			m = mode
		}
		if err := os.WriteFile(path, []byte("text of "+name), m); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.Chmod(path, m), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// packed packs two folders that differ in nothing that matters and wants one file of them.
func packed(t *testing.T, platform, name string) []byte {
	t.Helper()
	dirs := []string{
		folder(t, []string{"infer", "share/man/man1/infer.1", "LICENSE"}, 0o755, time.Unix(1, 0)),
		folder(t, []string{"LICENSE", "share/man/man1/infer.1", "infer"}, 0o700, time.Unix(2e9, 0)),
	}
	var files [2][]byte
	for i, dir := range dirs {
		to := filepath.Join(t.TempDir(), name)
		if err := run(platform, dir, to); err != nil {
			t.Fatal(err)
		}
		var err error
		if files[i], err = os.ReadFile(to); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0], files[1]) {
		t.Errorf("%s: %d bytes, then others, %d", name, len(files[0]), len(files[1]))
	}
	return files[0]
}

// untarred lists the entries of a tar file, with their modes, and returns what is in them.
func untarred(t *testing.T, r io.Reader) (list []string, data map[string][]byte) {
	t.Helper()
	data = map[string][]byte{}
	for in := tar.NewReader(r); ; {
		h, err := in.Next()
		if errors.Is(err, io.EOF) {
			return list, data
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%o %s", h.Mode, h.Name))
		if data[h.Name], err = io.ReadAll(in); err != nil {
			t.Fatal(err)
		}
	}
}

func TestArchives(t *testing.T) {
	const top = "wrone2set_0.9.0_linux_amd64/"
	want := []string{"644 " + top + "LICENSE", "755 " + top + "infer", "644 " + top + "share/man/man1/infer.1"}
	z, err := gzip.NewReader(bytes.NewReader(packed(t, "", "a.tar.gz")))
	if err != nil {
		t.Fatal(err)
	}
	if list, data := untarred(t, z); !slices.Equal(list, want) || string(data[top+"infer"]) != "text of infer" {
		t.Errorf("tar: %q", list)
	}
	file := packed(t, "", "a.zip")
	in, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range in.File {
		list = append(list, fmt.Sprintf("%o %s", f.Mode(), f.Name))
	}
	if text, err := in.Open(top + "share/man/man1/infer.1"); err != nil {
		t.Error(err)
	} else if data, err := io.ReadAll(text); err != nil || string(data) != "text of share/man/man1/infer.1" || !slices.Equal(list, want) {
		t.Errorf("zip: %q, %q, %v", list, data, err)
	}
}

func TestImage(t *testing.T) {
	_, data := untarred(t, bytes.NewReader(packed(t, "linux/arm64", "a.tar")))
	list, files := untarred(t, bytes.NewReader(data["layer.tar"]))
	if want := []string{"1777 tmp/", "644 etc/ssl/certs/ca-certificates.crt", "644 LICENSE", "755 infer"}; !slices.Equal(list, want) {
		t.Errorf("%q, want %q", list, want)
	}
	pool := x509.NewCertPool()
	if certs := files["etc/ssl/certs/ca-certificates.crt"]; !pool.AppendCertsFromPEM(certs) || bytes.Count(certs, []byte("BEGIN")) < 100 {
		t.Errorf("%.300s", certs)
	}
	var config string
	for name, text := range data {
		if strings.HasSuffix(name, ".json") && name != "manifest.json" {
			config = string(text)
		}
	}
	sum := fmt.Sprintf(`"diff_ids":["sha256:%x"]`, sha256.Sum256(data["layer.tar"]))
	for _, text := range []string{`"architecture":"arm64"`, `"User":"65532:65532"`, `"Entrypoint":["/infer"]`, sum} {
		if !strings.Contains(config, text) {
			t.Errorf("no %s in %s", text, config)
		}
	}
	if got := string(data["manifest.json"]); !strings.Contains(got, `"RepoTags":["keyphrases:latest","keyphrases:0.9.0"]`) {
		t.Error(got)
	}
}

// A failure leaves no file behind.
func TestFails(t *testing.T) {
	to := filepath.Join(t.TempDir(), "a.tar.gz")
	for _, c := range []struct{ platform, dir, to string }{{"", "none", to}, {"", ".", to + ".rar"}, {"linux", ".", to}} {
		if err := run(c.platform, c.dir, c.to); err == nil {
			t.Errorf("%v: no error", c)
		}
		if _, err := os.Stat(c.to); err == nil {
			t.Errorf("%v: left a file", c)
		}
	}
}
