package pickle

import (
	"bufio"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// env knows a class that may be named, and two functions.
func env() Env {
	return Env{
		Functions: map[Global]Function{
			"m.Class": nil,
			"m.count": func(args Tuple) (any, error) { return int64(len(args)), nil },
			"m.fails": func(Tuple) (any, error) { return nil, errors.New("not so") },
		},
		Load: func(id any) (any, error) { return fmt.Sprint("loaded ", id), nil },
	}
}

func read(text string) (any, error) { return Read(bufio.NewReader(strings.NewReader(text)), env()) }

// TestRead: the values, as pickletools writes them, of every operation.
func TestRead(t *testing.T) {
	for text, want := range map[string]any{
		"\x80\x02N.": nil, "\x80\x02\x88.": true, "\x89.": false,
		"K\xff.": int64(255), "M\x01\x02.": int64(513), "J\xfe\xff\xff\xff.": int64(-2),
		"\x8a\x00.": int64(0), "\x8a\x01\xff.": int64(-1), "\x8a\x05\x00\x00\x00\x00\x01.": int64(1 << 32), "\x8a\x02\xff\x00.": int64(255),
		"G\x3f\xf8\x00\x00\x00\x00\x00\x00.":                         1.5,
		"X\x02\x00\x00\x00\xc3\xa9.":                                 "é",
		"\x80\x04\x95\x05\x00\x00\x00\x00\x00\x00\x00\x8c\x01a\x94.": "a",
		"].": &List{}, "]K\x01a(K\x02K\x03e.": &List{[]any{int64(1), int64(2), int64(3)}},
		"}K\x01K\x02s(K\x03K\x04u.": &Dict{[]any{int64(1), int64(3)}, []any{int64(2), int64(4)}},
		").":                        Tuple{},
		"K\x01\x85.":                Tuple{int64(1)},
		"K\x01K\x02\x86.":           Tuple{int64(1), int64(2)},
		"K\x01K\x02K\x03\x87.":      Tuple{int64(1), int64(2), int64(3)},
		"(K\x01K\x02t.":             Tuple{int64(1), int64(2)},
		"K\x01q\x05K\x02r\x06\x01\x00\x00h\x05j\x06\x01\x00\x00\x87.": Tuple{int64(2), int64(1), int64(2)},
		"cm\nClass\n.":                Global("m.Class"),
		"\x8c\x01m\x8c\x05Class\x93.": Global("m.Class"),
		"cm\ncount\n(K\x01K\x02tR.":   int64(2),
		"}}b.":                        &Dict{},
		"K\x07Q.":                     "loaded 7",
		"N.behind":                    nil,
	} {
		if got, err := read(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %#v %v, want %#v", text, got, err, want)
		}
	}
}

// TestReadConsumes: of pickles one after the other, each is read where the one before it ended.
func TestReadConsumes(t *testing.T) {
	in := bufio.NewReader(strings.NewReader("K\x01.K\x02.rest"))
	for want := range int64(2) {
		if v, err := Read(in, Env{}); v != want+1 || err != nil {
			t.Errorf("%v %v", v, err)
		}
	}
	if rest, _ := in.ReadString(0); rest != "rest" {
		t.Errorf("%q is left", rest)
	}
}

// TestReadHostile: what is damaged, wants to run code or claims what it does not have is an error, at once.
func TestReadHostile(t *testing.T) {
	for text, want := range map[string]string{
		"": "ends early", "K": "ends early", "X\x05\x00\x00\x00ab": "ends early", "cm": "ends early", "N": "ends early",
		"X\xff\xff\xff\xff": "bytes of text", "X\x00\x00\x00\x0fa": "ends early",
		"\x8e\x00\x00\x00\x00\x00\x01\x00\x00": "0x8e", "S'a'\n.": "0x53", "\x82\x01.": "0x82", "i": "0x69", "o": "0x6f", "\x81": "0x81",
		".": "did not make", "a": "did not make", "(a": "did not make", "K\x01(0.": "0x30", "(\x85": "did not make", "K\x01(\x85": "did not make",
		"t": "did not make", "h\x01": "did not make", "q\x01": "did not make",
		"K\x01K\x02a": "one kind", "K\x01(K\x02e": "one kind", "}(K\x01u": "one kind", "K\x01}b": "one kind", "KKR": "one kind", "N)R": "one kind",
		"\x8a\x09\x01\x01\x01\x01\x01\x01\x01\x01\x01.": "9 bytes",
		"cos\nsystem\n(X\x02\x00\x00\x00lstR.":          "os.system",
		"cbuiltins\neval\n.":                            "builtins.eval",
		"\x8c\x02os\x8c\x06system\x93.":                 "os.system",
		"cm\nClass\n)R.":                                `calls "m.Class"`,
		"cm\nfails\n)R.":                                "m.fails: not so",
		"c" + strings.Repeat("x", 300):                  "a name of more than 256",
	} {
		if _, err := read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
	var unknown *UnknownError
	if _, err := read("cargparse\nNamespace\n."); !errors.As(err, &unknown) || unknown.Global != "argparse.Namespace" {
		t.Errorf("%v", err)
	}
	if _, err := Read(bufio.NewReader(strings.NewReader("K\x01Q.")), Env{}); err == nil {
		t.Error("a value outside the pickle, of which there are none, was read")
	}
}

// TestReadEnds: a pickle of too many steps is an error.
func TestReadEnds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 16 million steps")
	}
	if _, err := read(strings.Repeat("\x80\x02", mostSteps+1)); err == nil || !strings.Contains(err.Error(), "steps") {
		t.Error(err)
	}
}

// FuzzRead: no input makes it panic, or take more than memory for its values.
func FuzzRead(f *testing.F) {
	f.Add("\x80\x02ccollections\nOrderedDict\n)Rq\x00(X\x01\x00\x00\x00aK\x01u}b.")
	f.Add("(K\x01K\x02tq\x01h\x01\x86.")
	f.Fuzz(func(t *testing.T, text string) { read(text) })
}
