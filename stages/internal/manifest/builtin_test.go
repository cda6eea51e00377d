package manifest

import (
	"testing"
	"testing/fstest"
)

// TestBuiltIn: the digest of a file that the program contains is that of SumsFile; a file which that lacks is read.
func TestBuiltIn(t *testing.T) {
	in := fstest.MapFS{"a": {Data: []byte("abc")}, "b": {Data: []byte("abc")}, "ab": {Data: []byte("")}, SumsFile: {Data: []byte("5a  ab\n0b  b\n")}}
	files, err := BuiltIn(in, []string{"a", "b"})
	const abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, B.1
	if err != nil || len(files) != 2 || files[0] != (File{Path: "a", Size: 3, SHA256: abc, BuiltIn: true}) || files[1] != (File{Path: "b", Size: 3, SHA256: "0b", BuiltIn: true}) {
		t.Errorf("%+v, %v", files, err)
	}
	if _, err := BuiltIn(in, []string{"c"}); err == nil {
		t.Error("a file that is not there has no error")
	}
}
