package rank

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/wrone2set/wrone2set/schemas"
)

// madeFormat is the format of a file, of which version 5 has no checksum.
var madeFormat = Format{Schema: "made", Version: 8, First: 5, Bare: 5, Again: "run make"}

type madeContent struct {
	Header
	Number float64 `json:"number"`
	Word   string  `json:"word"`
}

func sealed(t *testing.T, indented bool) string {
	t.Helper()
	var b strings.Builder
	if err := madeFormat.Write(&b, &madeContent{Number: .3, Word: "x"}, indented); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// opened reads a file of numbers from 0 on.
func opened(text string) (c madeContent, err error) {
	err = madeFormat.Read("f", strings.NewReader(text), &c, func() error {
		if c.Number < 0 {
			return schemas.ErrDamaged
		}
		return nil
	})
	return c, err
}

// TestFormat: a file is read as it was written, whatever its spaces and the notation of numbers; a damaged or foreign one is an error
// with its name and a remedy.
func TestFormat(t *testing.T) {
	whole := sealed(t, true)
	for _, text := range []string{whole, sealed(t, false), strings.Replace(whole, "  ", "\t", 1), strings.Replace(whole, "0.3", "3e-1", 1), `{"schema":"made","version":5,"number":0.3,"word":"x"}`} {
		if c, err := opened(text); err != nil || c.Number != .3 || c.Word != "x" {
			t.Errorf("%s: %+v, %v", text, c, err)
		}
	}
	for name, k := range map[string]struct {
		from, to string
		want     error
	}{
		"foreign":      {`"schema": "made"`, `"schema": "tokens"`, schemas.ErrSchema},
		"foreign keys": {`"schema": "made",`, `"schema": "tokens", "keys": 3,`, schemas.ErrSchema},
		"older":        {`"version": 8`, `"version": 4`, schemas.ErrSchema},
		"newer":        {`"version": 8`, `"version": 9`, schemas.ErrSchema},
		"unknown key":  {`"number"`, `"numbers"`, schemas.ErrDamaged},
		"a word":       {`"number": 0.3`, `"number": "x"`, schemas.ErrDamaged},
		"not a number": {`"number": 0.3`, `"number": NaN`, schemas.ErrDamaged},
		"too great":    {`"number": 0.3`, `"number": 3e999`, schemas.ErrDamaged},
		"another":      {`"number": 0.3`, `"number": 0.4`, schemas.ErrDamaged},
		"no checksum":  {`"crc32c": "`, `"crc32c": "0`, schemas.ErrDamaged},
		"two files":    {"\n}\n", "\n}\n{}\n", schemas.ErrDamaged},
	} {
		bad := strings.Replace(whole, k.from, k.to, 1)
		_, err := opened(bad)
		var file *schemas.FileError
		if bad == whole || !errors.As(err, &file) || file.File != "f" || !errors.Is(err, k.want) || !strings.Contains(file.Remedy, "run make") || strings.Contains(err.Error(), "Go ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := opened(`{"schema":"made","version":5,"number":-1}`); !errors.Is(err, schemas.ErrDamaged) {
		t.Errorf("not checked: %v", err)
	}
	broken := errors.New("broken")
	if err := madeFormat.Read("f", iotest.ErrReader(broken), &madeContent{}, nil); !errors.Is(err, broken) {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

// TestFlips: a changed bit, or a cut, is an error, or the content stays the same: only spaces between values and the case of names may
// change.
func TestFlips(t *testing.T) {
	whole := sealed(t, true)
	want, _ := opened(whole)
	for at := range len(whole) - 1 {
		if _, err := opened(whole[:at]); !errors.Is(err, schemas.ErrDamaged) {
			t.Fatalf("cut to %d bytes: %v", at, err)
		}
		for bit := range 8 {
			bad := []byte(whole)
			bad[at] ^= 1 << bit
			c, err := opened(string(bad))
			if c.Header = want.Header; err == nil && c != want || err != nil && !errors.Is(err, schemas.ErrDamaged) && !errors.Is(err, schemas.ErrSchema) {
				t.Fatalf("byte %d is %q, was %q: %+v, %v", at, bad[at], whole[at], c, err)
			}
			if err == nil && !strings.EqualFold(string(bad), whole) && whole[at] != ' ' && whole[at] != '\n' {
				t.Fatalf("byte %d is %q, was %q, and is read", at, bad[at], whole[at])
			}
		}
	}
}
