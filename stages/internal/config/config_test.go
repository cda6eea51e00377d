package config

import (
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

type all struct {
	B bool     `key:"b" help:"h"`
	I int16    `key:"i_j" help:"h"`
	U uint     `key:"u,free" help:"h"`
	F float32  `key:"f" help:"h"`
	S string   `key:"s" help:"h"`
	L []string `key:"l" help:"h"`
}

func TestFields(t *testing.T) {
	c := all{I: -3, F: 0.1, L: []string{"a", "b"}}
	fields, err := Fields(&c)
	if err != nil || len(fields) != 6 {
		t.Fatal(fields, err)
	}
	if got := string(JSON(fields, false)); got != `{"b":false,"i_j":-3,"u":0,"f":0.1,"s":"","l":["a","b"]}` {
		t.Error(got)
	}
	if got := string(JSON(fields, true)); got != `{"b":false,"i_j":-3,"f":0.1,"s":"","l":["a","b"]}` {
		t.Error(got)
	}
	if fields[1].Flag != "--i-j" {
		t.Error(fields[1].Flag)
	}
	for i, text := range []string{"true", "-32768", "7", "1e-3", "x y", "c, d"} {
		if err := fields[i].Parse(text); err != nil {
			t.Errorf("%s: %v", fields[i].Key, err)
		}
	}
	if !c.B || c.I != -32768 || c.U != 7 || c.F != 0.001 || c.S != "x y" || !slices.Equal(c.L, []string{"c", "d"}) {
		t.Errorf("%+v", c)
	}
	for i, text := range []string{"ja", "32768", "-1", "1e99"} {
		if err := fields[i].Parse(text); err == nil {
			t.Errorf("%s takes %s", fields[i].Key, text)
		}
	}
	for _, text := range []string{"NaN", "-Inf", "+Inf"} {
		if err := fields[3].Parse(text); err == nil {
			t.Errorf("f takes %s", text)
		}
	}
	c.F = float32(math.Inf(1))
	if got := string(JSON(fields[3:4], false)); got != `{"f":"+Inf"}` {
		t.Error(got)
	}
}

// TestDigest: the key of a file is its content, a missing file is named, and only a text can name one.
func TestDigest(t *testing.T) {
	type files struct {
		F string `key:"f,file" help:"h"`
		G string `key:"g,file" help:"h"`
	}
	dir := t.TempDir()
	keyed := func(path string) (string, error) {
		fields, err := Fields(&files{F: path})
		if err != nil {
			t.Fatal(err)
		}
		given, refuse := "file://"+path, errors.New("refused")
		if _, err := Digest(fields, func(string) (string, error) { return "", refuse }, nil); err != refuse {
			t.Errorf("a path that is refused: %v", err)
		}
		fields[0].v.SetString(given)
		wrong, err := Digest(fields, func(given string) (string, error) { return strings.TrimPrefix(given, "file://"), nil }, func(path string) (io.ReadCloser, error) { return os.Open(path) })
		if (wrong == path) != (err != nil) {
			t.Errorf("%q: %q, %v", path, wrong, err)
		}
		if got := string(JSON(fields, false)); got != `{"f":"`+path+`","g":""}` {
			t.Error(got)
		}
		return string(JSON(fields, true)), err
	}
	var keys []string
	for name, text := range map[string]string{"a": "x", "b": "x", "c": "y"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		key, err := keyed(path)
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, text+key)
	}
	slices.Sort(keys)
	if keys[0] != keys[1] || keys[0][1:] == keys[2][1:] || keys[0][1:] != `{"f":"sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881","g":""}` {
		t.Errorf("%q", keys)
	}
	if _, err := keyed(filepath.Join(dir, "none")); err == nil {
		t.Error("a missing file")
	}
	if _, err := Fields(&struct {
		N int `key:"n,file" help:"h"`
	}{}); err == nil {
		t.Error("a number names a file")
	}
}

func TestNearest(t *testing.T) {
	for word, want := range map[string]string{
		"bach": "; did you mean batch?", "rat": "; did you mean rate?", "raat": "; did you mean rate?", "ratings": "", "entirely": "",
		"batches": "; did you mean batch?", "": "",
	} {
		if got := Nearest(word, []string{"batch", "rate", "rates"}); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}
