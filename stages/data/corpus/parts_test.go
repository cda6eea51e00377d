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

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
)

// shown returns the rows of batches with their places and content.
func shown(t *testing.T, in *Batches) (list []string, err error) {
	t.Helper()
	for {
		b, err := in.Next()
		if err == io.EOF {
			return list, nil
		}
		if err != nil {
			return list, err
		}
		for i := range b.Len() {
			r, err := b.Parse(i)
			list = append(list, fmt.Sprintf("%s %d %s %q %q %v %v", filepath.Base(r.File), r.Row, r.ID, r.Title, r.Body, r.BodyTokens, err))
		}
		in.Release(b)
	}
}

// numberedCorpora returns, by file name, corpora of 60 rows, whose length grows with long, and whether reading can start in
// their middle.
func numberedCorpora(t *testing.T, long int) map[string]bool {
	t.Helper()
	var lines, cells, array, tokens bytes.Buffer
	cells.WriteString("\xef\xbb\xbfid,title,abstract\r\n")
	type row struct{ ID, Title, Abstract string }
	var theirs bytes.Buffer
	w := parquet.NewGenericWriter[row](&theirs, parquet.MaxRowsPerRowGroup(7))
	var frames []byte
	for i := range 60 {
		id := fmt.Sprintf("i%d", i%50)
		line := fmt.Sprintf(`{"id":%q,"title":"title %d","abstract":"%s"}`+"\n", id, i, strings.Repeat("long ", i*7%300*long))
		lines.WriteString(line + strings.Repeat("\n", i%3))
		frames = append(frames, zstded(t, []byte(line+strings.Repeat("\n", i%3)))...)
		switch i % 9 {
		case 4:
			fmt.Fprintf(&cells, "%s,\"title\r\nof %d\",\"lines\n\n,\"\n\n", id, i)
		case 5:
			fmt.Fprintf(&cells, "%s,title %d\n", id, i) // a column is missing
		case 6:
			fmt.Fprintf(&cells, "%s,ti\"tle %d,\n", id, i) // a bare quote
		default:
			fmt.Fprintf(&cells, "%s,title %d,%s\r\n", id, i, strings.Repeat("long ", i*7%300*long))
		}
		array.WriteString(strings.Repeat(" ,\n", min(i, 1)) + strings.TrimSpace(line))
		fmt.Fprintf(&tokens, "t %d <eos> b\n", i)
		if _, err := w.Write([]row{{id, fmt.Sprint("title ", i), "a"}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	table, _ := strings.CutPrefix(cells.String(), "\xef\xbb\xbf")
	corpora := map[string]bool{write(t, "wide.csv", append([]byte("\xff\xfe"), wide(table, false)...)): false,
		write(t, "western.csv", []byte(strings.ReplaceAll(table, "long", "l\xf6ng"))):                      false,
		write(t, "mac.csv", []byte(strings.NewReplacer("\r\n", "\r", "\n", "\r").Replace(cells.String()))): false}
	for name, data := range map[string][]byte{"a.jsonl": lines.Bytes(), "a.csv": cells.Bytes(), "a.json": []byte("[" + array.String() + "]"), "a.txt": tokens.Bytes(),
		"theirs.parquet": theirs.Bytes(), "frames.jsonl.zst": frames} {
		corpora[write(t, name, data)] = true
		if filepath.Ext(name) != ".zst" && filepath.Ext(name) != ".parquet" {
			corpora[write(t, name+".gz", zipped(t, data))] = false
			corpora[write(t, name+".zst", zstded(t, data))] = false
		}
	}
	return corpora
}

// TestParts: the parts of a set, read in any order, have its rows with the line numbers and ids that they have in the set.
// Reading starts in the middle of a file where the format allows it.
func TestParts(t *testing.T) {
	settings := DefaultSettings()
	settings.RepeatedIDs = numberRepeated
	for path, enters := range numberedCorpora(t, 1) {
		set := Files([]string{path, path}, false, settings.Options(false, nil))
		want, err := shown(t, &Batches{Set: set, End: func(string, int64) {}})
		if err != nil || len(want) != 120 {
			t.Fatalf("%s: %d rows, %v", path, len(want), err)
		}
		sizes := []int64{1, 7, 59, 60, 61, 119}
		if testing.Short() {
			sizes = []int64{7, 60}
		}
		for _, size := range sizes {
			x, err := settings.NewIndex(t.Context(), set, size, 0, 2, func(int64) {})
			if err != nil {
				t.Fatal(err)
			}
			data, err := x.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if x, err = ReadIndex(data); err != nil {
				t.Fatal(err)
			}
			n := int((120 + size - 1) / size)
			if len(x.Parts) != n || x.Rows != 120 || x.Files[0].Through == enters || x.Files[1].Last < 60 {
				t.Fatalf("%s: %d parts of %d, %+v", path, len(x.Parts), size, x.Files)
			}
			for _, step := range []int{1, 3, n - 1} { // in order, as a shard of three and one of the last two, and backwards
				parts := x.Open(set)
				for k := range n {
					part := (k * step) % n
					if step == n-1 {
						part = n - 1 - k
					}
					in, err := parts.Part(part)
					if err != nil {
						t.Fatalf("%s: part %d of %d: %v", path, part, n, err)
					}
					got, err := shown(t, in)
					lo := part * int(size)
					if hi := min(lo+int(size), 120); err != nil || strings.Join(got, "\n") != strings.Join(want[lo:hi], "\n") {
						t.Fatalf("%s: part %d of %d: %v\n%s\nwant\n%s", path, part, n, err, strings.Join(got, "\n"), strings.Join(want[lo:hi], "\n"))
					}
				}
				if err := parts.Close(); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestRepeatedBytes: a frame may have blocks of one repeated byte, and the frame after them is found.
func TestRepeatedBytes(t *testing.T) {
	block := func(kind, size int, last byte, content string) []byte { // RFC 8878, 3.1.1.2
		head := size<<3 | kind<<1 | int(last)
		return append([]byte{byte(head), byte(head >> 8), byte(head >> 16)}, content...)
	}
	begin, end := `{"title":"a","abstract":"`, "\"}\n"
	frame := []byte{0x28, 0xb5, 0x2f, 0xfd, 0, 0x38} // a window of 128 KiB, no size, no checksum
	frame = append(append(append(frame, block(0, len(begin), 0, begin)...), block(1, 5000, 0, "b")...), block(0, len(end), 1, end)...)
	path := write(t, "a.jsonl.zst", append(frame, frame...))
	settings := DefaultSettings()
	x, err := settings.NewIndex(t.Context(), Files([]string{path}, false, settings.Options(false, nil)), 1, 0, 1, func(int64) {})
	if err != nil || x.Rows != 2 || x.Files[0].Through || x.Parts[1].At.Source.Frame != int64(len(frame)) {
		t.Errorf("%+v, %v", x, err)
	}
}

// TestPartsPassOver: the bytes before a part are not read, which shows when they are damaged. A file that has become too
// short is an error that says so.
func TestPartsPassOver(t *testing.T) {
	settings := DefaultSettings()
	settings.RepeatedIDs = numberRepeated
	for path, enters := range numberedCorpora(t, 60) {
		set := Files([]string{path}, false, settings.Options(false, nil))
		x, err := settings.NewIndex(t.Context(), set, 40, 0, 2, func(int64) {})
		if err != nil {
			t.Fatal(err)
		}
		second := func() ([]string, error) {
			parts := x.Open(set)
			defer parts.Close()
			in, err := parts.Part(1)
			if err != nil {
				return nil, err
			}
			return shown(t, in)
		}
		want, err := second()
		if err != nil || len(want) != 20 {
			t.Fatal(path, err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		spoilt := bytes.Clone(data)
		from, to := len(data)/5, len(data)/4 // before row 40, after the bytes that format detection reads
		for i := from; i < to; i++ {
			spoilt[i] ^= 0x55
		}
		if err := os.WriteFile(path, spoilt, 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := second()
		// Reading from the start may pass over the damage of plain text; gzip and zstd have checksums.
		checked := enters || filepath.Ext(path) == ".gz" || filepath.Ext(path) == ".zst"
		if checked && enters != (err == nil && strings.Join(got, "\n") == strings.Join(want, "\n")) {
			t.Errorf("%s: with damage in front of the part: %v", path, err)
		}
		if filepath.Ext(path) == ".parquet" {
			continue // when it is cut, it has no footer
		}
		if err := os.WriteFile(path, data[:from], 0o666); err != nil {
			t.Fatal(err)
		}
		var broken *schemas.FileError
		_, err = second()
		if !errors.As(err, &broken) || enters && !strings.HasSuffix(path, ".zst") && !strings.Contains(err.Error(), "a part of the corpus begins at byte") {
			t.Errorf("%s: cut short: %v", path, err)
		}
	}
}
