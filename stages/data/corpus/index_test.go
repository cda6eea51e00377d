package corpus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
)

// shown returns the rows of batches with their places and content, and with the ids that ids gives them.
func shown(t *testing.T, in *Batches, ids *IDs) (list []string, err error) {
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
			r, bad := b.Parse(i)
			if bad == nil {
				if r.ID, err = ids.Take(r.File, r.Row, r.ID); err != nil {
					return list, err
				}
			}
			list = append(list, fmt.Sprintf("%s %d %s %q %q %v %v", filepath.Base(r.File), r.Row, r.ID, r.Title, r.Body, r.BodyTokens, bad))
		}
	}
}

// numberedCorpora returns files of 60 rows, some of them bad, in each format that can be cut into parts.
func numberedCorpora(t *testing.T) (paths []string) {
	t.Helper()
	var lines, cells, array, tokens bytes.Buffer
	cells.WriteString("\xef\xbb\xbfid,title,abstract\r\n")
	type row struct{ ID, Title, Abstract string }
	var theirs bytes.Buffer
	w := parquet.NewGenericWriter[row](&theirs, parquet.MaxRowsPerRowGroup(7))
	var frames []byte
	for i := range 60 {
		id := fmt.Sprintf("i%d", i%50)
		line := fmt.Sprintf(`{"id":%q,"title":"title %d","abstract":"%s"}`+"\n", id, i, strings.Repeat("long ", i*7%300))
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
			fmt.Fprintf(&cells, "%s,title %d,%s\r\n", id, i, strings.Repeat("long ", i*7%300))
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
	for name, data := range map[string]string{
		"a.jsonl": lines.String(), "a.csv": cells.String(), "a.json": "[" + array.String() + "]", "a.txt": tokens.String(), "theirs.parquet": theirs.String(),
		"frames.jsonl.zst": string(frames), "a.csv.gz": string(zipped(t, cells.Bytes())), "a.csv.zst": string(zstded(t, cells.Bytes())),
		"wide.csv": string(encoded(t, "utf-16le", "\ufeff"+table)), "western.csv": strings.ReplaceAll(table, "long", "l\xf6ng"),
		"mac.csv":  strings.NewReplacer("\r\n", "\r", "\n", "\r").Replace(cells.String()),
		"bars.csv": strings.NewReplacer(",", "|", "\"lines\n\n|", "\"lines\n\n,").Replace(table),
	} {
		paths = append(paths, write(t, name, []byte(data)))
	}
	return paths
}

// TestParts: the parts of a set, read in any order, have its rows with the line numbers and ids that they have in the set.
func TestParts(t *testing.T) {
	settings := DefaultSettings()
	settings.RepeatedIDs = numberRepeated
	for _, path := range numberedCorpora(t) {
		set := Files([]string{path, path}, false, settings.Options(false, nil))
		want, err := shown(t, &Batches{Set: set}, settings.IDs(set))
		if err != nil || len(want) != 120 || !strings.HasSuffix(path, ".txt") && !strings.Contains(want[52], " i2-2 ") {
			t.Fatalf("%s: %d rows, %v", path, len(want), err)
		}
		for _, size := range []int64{7, 59, 60, 120} {
			x, err := settings.NewIndex(t.Context(), set, size, 0, 2, func(int64) {}, nil)
			if err != nil {
				t.Fatal(err)
			}
			n := int((120 + size - 1) / size)
			if x.Parts() != n || x.Rows != 120 || x.Files[1].Last < 60 {
				t.Fatalf("%s: %d parts of %d, %+v", path, x.Parts(), size, x.Files)
			}
			for _, of := range []int{1, 3} { // all parts, and those of one process of three
				in := &Batches{Set: set}
				for part := of / 2; part < n; part += of {
					if err := in.Part(x, part); err != nil {
						t.Fatalf("%s: part %d of %d: %v", path, part, n, err)
					}
					got, err := shown(t, in, x.IDs(part))
					lo := part * int(size)
					hi := min(lo+int(size), 120)
					if err != nil || !slices.Equal(got, want[lo:hi]) {
						t.Fatalf("%s: part %d of %d: %v\n%s\nwant\n%s", path, part, n, err, strings.Join(got, "\n"), strings.Join(want[lo:hi], "\n"))
					}
					if from, to := x.PartFiles(part); from != lo/60 || to != (hi-1)/60+1 {
						t.Errorf("%s: part %d of %d is in files %d to %d", path, part, n, from, to)
					}
				}
				if err := in.Close(); err != nil {
					t.Error(err)
				}
			}
		}
	}
}

// TestPartsLimit: a limit cuts off rows, whether it lies within a file or at its end.
func TestPartsLimit(t *testing.T) {
	settings := DefaultSettings()
	path := write(t, "a.csv", []byte("title\na\nb\nc\n"))
	set := Files([]string{path, write(t, "none.csv", []byte("title\n")), write(t, "b.csv", []byte("title\nd\ne\n"))}, false, settings.Options(true, nil))
	for limit, want := range map[int64]string{1: "a", 3: "a b|c", 4: "a b|c d", 0: "a b|c d|e", 9: "a b|c d|e"} {
		x, err := settings.NewIndex(t.Context(), set, 2, limit, 1, func(int64) {}, nil)
		if err != nil || len(x.Files) != 3 {
			t.Fatalf("%+v, %v", x, err)
		}
		var parts []string
		in := &Batches{Set: set}
		for part := range x.Parts() {
			if err := in.Part(x, part); err != nil {
				t.Fatal(err)
			}
			rows, err := shown(t, in, x.IDs(part))
			if err != nil {
				t.Fatal(err)
			}
			for i, row := range rows {
				rows[i] = strings.Split(row, `"`)[1]
			}
			parts = append(parts, strings.Join(rows, " "))
		}
		if got := strings.Join(parts, "|"); got != want {
			t.Errorf("limit %d: %s, want %s", limit, got, want)
		}
	}
}

// TestPartsOfAnotherFile: a file that has become too short for its parts is an error that says so.
func TestPartsOfAnotherFile(t *testing.T) {
	settings := DefaultSettings()
	settings.RepeatedIDs = numberRepeated
	for _, path := range numberedCorpora(t) {
		set := Files([]string{path}, false, settings.Options(false, nil))
		x, err := settings.NewIndex(t.Context(), set, 40, 0, 2, func(int64) {}, nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data[:len(data)/4], 0o666); err != nil {
			t.Fatal(err)
		}
		err = (&Batches{Set: set}).Part(x, 1)
		var broken *schemas.FileError
		if !errors.As(err, &broken) || filepath.Base(path) == "a.csv" && !strings.Contains(err.Error(), "a part of the corpus begins after row 40") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// counting counts how often files are opened and how much of them is read.
type counting struct {
	opened int
	read   int64
}

type countedFile struct {
	schemas.File
	by *counting
}

func (f countedFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.by.read += int64(n)
	return n, err
}

// TestOpenedTwice: a file is opened and read once for the index, with its columns, and once for its rows, whatever is asked of it.
func TestOpenedTwice(t *testing.T) {
	rows := strings.Repeat("a title,an abstract\n", 5_000)
	for name, data := range map[string][]byte{"a.csv": []byte("name,text\n" + rows), "a.csv.gz": zipped(t, []byte("name,text\n"+rows)),
		"western.csv": []byte("name,text\n" + rows + "Gr\xf6\xdfe,text\n")} {
		path, by := write(t, name, data), &counting{}
		settings := named()
		o := settings.Options(true, nil)
		o.Keep = true
		o.By = func(path string) (schemas.File, error) {
			by.opened++
			f, err := os.Open(path)
			return countedFile{f, by}, err
		}
		set := Files([]string{path}, false, o)
		x, err := settings.NewIndex(t.Context(), set, 1_500, 0, 2, func(int64) {}, nil)
		if err != nil || len(x.Layout.Columns) != 2 || x.Parts() != 4 {
			t.Fatalf("%+v, %v", x, err)
		}
		in := &Batches{Set: set}
		for part := range x.Parts() {
			if err := in.Part(x, part); err != nil {
				t.Fatal(err)
			}
			if rows, err := shown(t, in, x.IDs(part)); int64(len(rows)) != x.PartRows(part) || err != nil {
				t.Errorf("%d rows, %v", len(rows), err)
			}
		}
		if err := in.Close(); err != nil || by.opened != 2 || by.read > 2*int64(len(data)) {
			t.Errorf("%s: opened %d times, read %d of %d bytes, %v", name, by.opened, by.read, len(data), err)
		}
	}
}

// TestIndexOfPipe: the rows of a pipe are not known before they are read. Beside another file its columns would not be known either.
func TestIndexOfPipe(t *testing.T) {
	settings := DefaultSettings()
	pipe := Files([]string{"-"}, false, settings.Options(true, nil))
	x, err := settings.NewIndex(t.Context(), pipe, 10, 0, 1, nil, nil)
	if err != nil || x.Rows != -1 || x.Parts() != 1 {
		t.Errorf("%+v, %v", x, err)
	}
}
