// Package cases reads tables of tests from files, so that a further case needs no Go.
//
//	== tokens: what a text is cut into
//	the system's users => the system 's users
//	# a remark
//
// A line is a case: fields with => between them and the escapes of Go's strings in them, \x20 for a blank at the end of one.
package cases

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// Read returns the cases of a section of a file, each of so many fields.
func Read(t testing.TB, path, section string, fields int) (all [][]string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	in := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "== "); ok {
			in, _, _ = strings.Cut(title, ":")
			continue
		}
		if in != section || line == "" || strings.HasPrefix(line, "# ") {
			continue
		}
		one := strings.Split(line, "=>")
		for i := range one {
			if one[i], err = strconv.Unquote(`"` + strings.ReplaceAll(strings.TrimSpace(one[i]), `"`, `\"`) + `"`); err != nil {
				t.Fatalf("%s: %s: %v", path, line, err)
			}
		}
		if len(one) != fields {
			t.Fatalf("%s: %s: %d fields, want %d", path, line, len(one), fields)
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		t.Fatalf("%s has no cases of %s", path, section)
	}
	return all
}
