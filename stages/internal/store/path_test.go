package store_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

func TestPath(t *testing.T) {
	for given, want := range map[string]string{
		"data/corpus.jsonl":         "data/corpus.jsonl",
		"a:b":                       "a:b",
		"-":                         "-",
		"file:///data/corpus.jsonl": "/data/corpus.jsonl",
		"s3://bucket":               "s3://bucket",
		"s3://bucket/":              "s3://bucket",
		"s3://bucket/a b/c%20d/":    "s3://bucket/a b/c%20d",
		"s3://bucket/part-0?.csv":   "s3://bucket/part-0?.csv",
		"s3://bucket/a@b":           "s3://bucket/a@b",
		"s3://bucket/**/*.parquet":  "s3://bucket/**/*.parquet",
		"dir/s3://bucket":           "dir/s3://bucket",
		"s3://bucket/a:b c@d":       "s3://bucket/a:b c@d",
		"a@b/c:d":                   "a@b/c:d",
	} {
		if got, err := store.Path(given); got != want || err != nil {
			t.Errorf("%s: %s, %v, want %s", given, got, err, want)
		}
	}
	for given, want := range map[string]string{
		"s3://AKIA:hush@bucket/x":           "credentials come from the environment",
		"s3://bucket/x?secret_key=hush":     "AWS_ENDPOINT_URL",
		"azblob://c/x?sv=1&sig=hush":        "azblob://: is not read or written; copy the files",
		"gs://bucket/x":                     "set AWS_ENDPOINT_URL=https://storage.googleapis.com",
		"https://hush@example.org/x?k=hush": "https://…: a URL with a user name",
		"file://host/x":                     "want file:///path",
		"s3:///x":                           "want s3://bucket/prefix",
		"s3://AKIA:hu sh hush@bucket/x":     "s3://…: a URL with a user name",
		"s3://AKIA:hush":                    "s3://…: a URL with a user name",
		"s3://hush\t@bucket/x":              "s3://…: a URL with a user name",
		"file://AKIA:hush@host/x":           "file://…: a URL with a user name",
		"file://hush/x":                     "file://…: want file:///path",
		"https://a:hu hush@example.org/x":   "https://…: a URL with a user name",
		"s.txt:s3://AKIA:hush @bucket/x":    "…s3://…: a URL with a user name",
		"dir/s3://AKIA:hush hush@bucket/x":  "…s3://…: a URL with a user name",
		"AKIA:hush@s3://bucket/x":           "…s3://…: a URL with a user name",
		"hush:s3://bucket/x":                "…s3://: is not read or written",
	} {
		_, err := store.Path(given)
		var usage *fault.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v, want %s", given, err, want)
		}
	}
}

func TestParts(t *testing.T) {
	for _, c := range []struct{ path, dir, base string }{
		{"s3://b/a/x.json", "s3://b/a", "x.json"},
		{"s3://b/x.json", "s3://b", "x.json"},
		{"s3://b", "s3://b", "b"},
		{"a/x.json", "a", "x.json"},
		{"x.json", ".", "x.json"},
	} {
		if d, b := store.Dir(c.path), store.Base(c.path); d != c.dir || b != c.base {
			t.Errorf("%s: %s and %s, want %s and %s", c.path, d, b, c.dir, c.base)
		}
	}
	for _, c := range []struct{ dir, name, want string }{
		{"s3://b/a", "x/y", "s3://b/a/x/y"},
		{"s3://b", "x", "s3://b/x"},
		{"s3://b/a", ".", "s3://b/a"},
		{"s3://b/a/", "x", "s3://b/a/x"},
		{"a", "x", "a/x"},
		{".", "x", "x"},
	} {
		if got := store.Join(c.dir, c.name); got != c.want {
			t.Errorf("%s and %s: %s, want %s", c.dir, c.name, got, c.want)
		}
	}
}

// TestQuiet: what providers put into URLs stands in no message.
func TestQuiet(t *testing.T) {
	err := errors.New("Get \"https://a.blob.core.windows.net/c/x?sv=2&sig=hush\": dial\n\ttcp: refused; http://h/x?token=hush ended")
	if got := store.Quiet(err); got != `Get "https://a.blob.core.windows.net/c/x?…": dial tcp: refused; http://h/x?… ended` {
		t.Error(got)
	}
}
