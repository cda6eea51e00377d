package cases

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestRead: fields have the escapes of Go, quotes stand for themselves, and remarks and other sections are left out.
func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cases.txt")
	if err := os.WriteFile(path, []byte("== a: of letters\n# no case\nx \"y\" => \\tz\\x20\n=>\n\n== b\n#1 =>  2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for section, want := range map[string][][]string{"a": {{`x "y"`, "\tz "}, {"", ""}}, "b": {{"#1", "2"}}} {
		if got := Read(t, path, section, 2); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, want %q", section, got, want)
		}
	}
}
