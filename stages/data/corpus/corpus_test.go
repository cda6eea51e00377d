package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/schemas"
)

// write puts a file into a fresh folder and returns its path.
func write(t testing.TB, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// outcome reads a file to its end and returns every row as a line of text.
func outcome(r Records) ([]string, error) {
	var all []string
	var u Unparsed
	for {
		if err := r.Next(&u); err != nil {
			if err == io.EOF {
				err = nil
			}
			return all, err
		}
		rec, err := r.Parse(&u)
		switch {
		case err != nil:
			all = append(all, fmt.Sprintf("%d reject %v", rec.Row, err))
		case rec.Tokenized:
			all = append(all, fmt.Sprintf("%d %s %q %q %q bar %d blank %v", rec.Row, rec.ID, rec.TitleTokens, rec.BodyTokens, rec.Phrases, rec.Bar, rec.Blank))
		default:
			all = append(all, fmt.Sprintf("%d %s %q %q %q missing %v", rec.Row, rec.ID, rec.Title, rec.Body, rec.Keyphrases, rec.Missing))
		}
		if g := rec.Given; g != nil && err == nil {
			cells := ""
			for _, c := range g.Cells {
				cells += fmt.Sprintf("%d:%q|", c.Kind, c.Text)
			}
			all[len(all)-1] += fmt.Sprintf(" cells %s %d beyond", cells, g.Beyond)
		}
	}
}

func read(t *testing.T, path, target string, f Format) ([]string, error) {
	t.Helper()
	r, err := openFile(path, target, Options{Settings: Settings{Format: string(f)}})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return outcome(r)
}

func zipped(t testing.TB, data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstded(t testing.TB, data []byte) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(data, nil)
}

func documentsFile(t testing.TB) []byte {
	var b bytes.Buffer
	w := schemas.Documents.NewWriter(&b, nil)
	w.Write(schemas.Document{ID: "d1", Title: []string{"a", "."}, Body: []string{"b"}, Present: [][]string{{"b"}}, Absent: [][]string{{"c", "d"}}},
		schemas.Document{ID: "d2"})
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestBrokenFiles(t *testing.T) {
	var lines strings.Builder
	for i := range 20000 {
		fmt.Fprintf(&lines, `{"id":"%d","title":"%x","abstract":"a%d"}`+"\n", i, i*7919, i*i)
	}
	text := []byte(lines.String())
	gz, zst, docs := zipped(t, text), zstded(t, text), documentsFile(t)
	damage := func(data []byte) []byte {
		data = bytes.Clone(data)
		for i := range 64 {
			data[len(data)/2+i] ^= 0x5a
		}
		return data
	}
	type broken struct {
		name string
		data []byte
		want string
	}
	cases := []broken{
		{"cut.jsonl.gz", gz[:len(gz)/2], "after line"},
		{"end.jsonl.gz", gz[:len(gz)-4], "the file is cut short"},
		{"head.jsonl.gz", gz[:5], "the file is cut short"},
		{"nothing.jsonl.gz", nil, "the file is cut short"},
		{"damaged.jsonl.gz", damage(gz), "the gzip data is damaged"},
		{"tail.jsonl.gz", append(bytes.Clone(gz), "more rubbish than a header is long"...), "the gzip data is damaged"},
		{"cut.jsonl.zst", zst[:len(zst)/2], "the file is cut short"},
		{"damaged.jsonl.zst", damage(zst), "the zstd data is damaged"},
		{"cut.parquet", docs[:len(docs)-10], "cut.parquet"},
		{"cut.parquet.gz", zipped(t, docs[:len(docs)-10]), "cut.parquet.gz"},
		{"window.txt.zst", []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, 20 << 3, 0x09, 0x00, 0x00, 'x'}, "window of at most 128 MiB"}, // it claims 1 GiB
	}
	objects := strings.Split(strings.TrimSpace(string(text)), "\n")
	for ending, text := range map[string]string{"json": "[" + strings.Join(objects, ",") + "]", "csv": "id,title\n" + strings.Repeat("1,\"a\"\n", 60000),
		"tsv": "id\ttitle\n" + strings.Repeat("1\ta\n", 60000)} {
		gz, zst := zipped(t, []byte(text)), zstded(t, []byte(text))
		cases = append(cases, broken{"cut." + ending + ".gz", gz[:len(gz)/2], ": after "}, broken{"cut." + ending + ".zst", zst[:len(zst)-4], "the file is cut short"})
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			path := write(t, c.name, c.data)
			_, err := read(t, path, "", Auto)
			var file *schemas.FileError
			if !errors.As(err, &file) || file.File != path || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want a file error of %s with %q", err, path, c.want)
			}
		})
	}
	if _, err := openFile(filepath.Join(t.TempDir(), "none.txt"), "", Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := openFile(t.TempDir(), "", Options{}); err == nil {
		t.Error("a folder was opened")
	}
}

// TestGzipPadding: any number of zeros after the last member is skipped. Anything else after it is an error, and so is
// another member after zeros, as for the gzip program.
func TestGzipPadding(t *testing.T) {
	join := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	zeros := func(n int) []byte { return make([]byte, n) }
	one, two := zipped(t, []byte("one\n")), zipped(t, []byte("two\n"))
	for _, c := range []struct {
		name string
		data []byte
		rows int
		want string
	}{
		{"alone", one, 1, ""},
		{"one zero", join(one, zeros(1)), 1, ""},
		{"fewer than a header", join(one, zeros(9)), 1, ""},
		{"a block of tar", join(one, zeros(10240-len(one))), 1, ""},
		{"more than a buffer", join(one, zeros(1<<20)), 1, ""},
		{"two members", join(one, two), 2, ""},
		{"two members and zeros", join(one, two, zeros(512)), 2, ""},
		{"an empty member", join(one, zipped(t, nil), two), 2, ""},
		{"rubbish", join(one, []byte("more rubbish than a header is long")), 1, "the gzip data is damaged: bytes after its end"},
		{"a byte behind zeros", join(one, zeros(4096), []byte("x")), 1, "the gzip data is damaged: bytes after its end"},
		{"a member behind zeros", join(one, zeros(512), two), 1, "the gzip data is damaged: bytes after its end"},
		{"a cut member", join(one, two[:len(two)-3]), 2, "the file is cut short"},
		{"a cut header", join(one, two[:5]), 1, "the file is cut short"},
		{"a wrong checksum", join(one, two[:len(two)-8], []byte("xxxx"), two[len(two)-4:]), 2, "the gzip data is damaged"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(t, write(t, "x.txt.gz", c.data), "", Text)
			if c.want == "" && (err != nil || len(got) != c.rows) {
				t.Errorf("%d rows, %v; want %d", len(got), err, c.rows)
			}
			if c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%d rows, %v; want %q", len(got), err, c.want)
			}
		})
	}
}
