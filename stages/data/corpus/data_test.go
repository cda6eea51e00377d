package corpus

import (
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/wrone2set/wrone2set/schemas"
)

var update = flag.Bool("update", false, "write what is read into testdata")

// example is a case of testdata: how a file, or a pair, is read, its content, and what is read of it.
type example struct {
	before []string    // lines of comment
	name   string      // of the file
	flags  []string    // as a user gives them, and --label, --keep and --predicted, which programs set
	files  [][2]string // names and contents
	want   []string
}

// TestExamples reads the files of testdata/*.txt, plain and compressed, and compares what is said, read and refused. A case begins
// with ===, the name of a file and its flags; the lines below are the content, +++ names the second file of a pair, or the subjects of a text, and lines with
// => are what is read: of a record the row, the id, title, text and keyphrases, and with --keep the cells of the row. "-" is a pipe,
// --folder reads the files as those of a folder, and --written names their encoding, or xlsx. In contents ⟨ff⟩ is a byte, ␍ a carriage return,
// ⟨ab␤×9⟩ nine lines, and ⟨⟩ at the end says that the last line has no end. -update writes what is read.
func TestExamples(t *testing.T) {
	golden, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(golden) == 0 {
		t.Fatal(golden, err)
	}
	for _, path := range golden {
		t.Run(filepath.Base(path), func(t *testing.T) { checkExamples(t, path) })
	}
}

// checkExamples compares what is read of the cases of a file.
func checkExamples(t *testing.T, path string) {
	examples := readExamples(t, path)
	for i, e := range examples {
		for _, pack := range []string{"", ".gz", ".zst"} {
			if pack != "" && len(content(e.files[0][1])) > 1<<20 {
				continue
			}
			got := e.read(t, pack)
			if *update && pack == "" {
				examples[i].want, e.want = got, got
			}
			if !slices.Equal(got, e.want) {
				t.Errorf("%s%s %v %q:\n%s\nwant\n%s", e.name, pack, e.flags, e.files, strings.Join(got, "\n"), strings.Join(e.want, "\n"))
			}
		}
	}
	if *update {
		if err := os.WriteFile(path, []byte(showExamples(examples)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// argument matches an argument of a command line.
var argument = regexp.MustCompile(`'[^']*'|[^' ]+`)

// readExamples returns the cases of a file.
func readExamples(t testing.TB, path string) (all []example) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var before []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		head, isHead := strings.CutPrefix(line, "=== ")
		second, isSecond := strings.CutPrefix(line, "+++ ")
		want, isWant := strings.CutPrefix(line, "=> ")
		ended := len(all) == 0 || len(all[len(all)-1].want) > 0
		switch {
		case isHead:
			words := argument.FindAllString(head, -1)
			for i := range words {
				words[i] = strings.Trim(words[i], "'")
			}
			all = append(all, example{before: before, name: words[0], flags: words[1:], files: [][2]string{{words[0], ""}}})
			before = nil
		case isWant:
			all[len(all)-1].want = append(all[len(all)-1].want, want)
		case isSecond:
			all[len(all)-1].files = append(all[len(all)-1].files, [2]string{second, ""})
		case ended:
			before = append(before, line)
		default:
			files := all[len(all)-1].files
			files[len(files)-1][1] += line + "\n"
		}
	}
	return all
}

func showExamples(all []example) string {
	var b strings.Builder
	for _, e := range all {
		for _, line := range e.before {
			b.WriteString(line + "\n")
		}
		b.WriteString("=== " + e.name)
		for _, f := range e.flags {
			if strings.Contains(f, " ") {
				f = "'" + f + "'"
			}
			b.WriteString(" " + f)
		}
		b.WriteString("\n" + e.files[0][1])
		for _, f := range e.files[1:] {
			b.WriteString("+++ " + f[0] + "\n" + f[1])
		}
		for _, line := range e.want {
			b.WriteString("=> " + line + "\n")
		}
	}
	return b.String()
}

// pipe makes the standard input a pipe with this content.
func pipe(t *testing.T, data []byte) {
	t.Helper()
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		out.Write(data)
		out.Close()
	}()
	stdin := os.Stdin
	os.Stdin = in
	t.Cleanup(func() { os.Stdin = stdin; in.Close() })
}

var mark = regexp.MustCompile(`⟨([^⟩]*)×(\d+)⟩|⟨([0-9a-f]*)⟩`)

// content returns the bytes that a text of testdata stands for.
func content(text string) []byte {
	text = strings.ReplaceAll(strings.TrimSuffix(text, "⟨⟩\n"), "␍", "\r")
	return []byte(mark.ReplaceAllStringFunc(text, func(found string) string {
		m := mark.FindStringSubmatch(found)
		if n, err := strconv.Atoi(m[2]); err == nil {
			return strings.Repeat(strings.ReplaceAll(m[1], "␤", "\n"), n)
		}
		b, _ := hex.DecodeString(m[3])
		return string(b)
	}))
}

// write writes the files of a case, compressed by a program that adds pack to their names, and returns their paths.
func (e example) write(t *testing.T, dir, pack string) (paths []string) {
	for i, f := range e.files {
		data, path := content(f[1]), filepath.Join(dir, f[0])
		if e.has("--written") {
			if as := e.flag("--written", ""); as == "xlsx" {
				data = excelOf(t, strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")...)
			} else {
				data = encoded(t, as, string(data))
			}
		}
		if beside := i > 0 && e.has("--folder") && strings.HasSuffix(path, ".tsv"); !beside && !strings.HasSuffix(path, ".key") {
			data, path = map[string]func(testing.TB, []byte) []byte{"": unchanged, ".gz": zipped, ".zst": zstded}[pack](t, data), path+pack
			paths = append(paths, path)
		}
		if f[0] == "-" {
			paths[0] = "-"
			pipe(t, data)
			continue
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return paths
}

func unchanged(_ testing.TB, data []byte) []byte { return data }

// read returns what is said about the files of a case, their rows, of many the first and the last ones, and the error that ends them.
func (e example) read(t *testing.T, pack string) (got []string) {
	dir := t.TempDir()
	paths := e.write(t, dir, pack)
	said, rows, err := e.rows(dir, paths)
	slices.Sort(said)
	switch n := len(rows); {
	case n > 50 && err == nil:
		rows = slices.Concat(rows[:1], []string{"…"}, rows[n-2:])
	case n > 50: // how far reading goes before an error depends on the compression
		rows = append(rows[:1], "…")
	}
	got = append(said, rows...)
	var broken *schemas.FileError
	if err != nil {
		got = append(got, err.Error())
	}
	if errors.As(err, &broken) && broken.Remedy == "" {
		got = append(got, "without a remedy")
	}
	for i, line := range got {
		line = strings.ReplaceAll(strings.ReplaceAll(line, dir+"/", ""), "\n", `\n`)
		if pack != "" {
			line = strings.ReplaceAll(line, pack, "")
		}
		if got[i] = line; len(line) > 1000 {
			got[i] = fmt.Sprintf("%.50s… %d bytes", line, len(line))
		}
	}
	return got
}

// rows reads files as a user would with the flags of a case.
func (e example) rows(dir string, paths []string) (said, rows []string, err error) {
	o, err := e.options(func(line string) { said = append(said, line) })
	if err != nil {
		return nil, nil, err
	}
	if e.has("--folder") {
		o.Folder = dir
	}
	for _, m := range Files(paths, len(paths) == 2 && !e.has("--folder"), o) {
		r, err := m.Open()
		if err != nil {
			return said, rows, err
		}
		some, err := outcome(r)
		if rows = append(rows, some...); err != nil {
			return said, rows, err
		}
		if err := r.Close(); err != nil {
			return said, rows, err
		}
	}
	return said, rows, nil
}

// flag returns the value of a flag, or a default; has reports whether it is given.
func (e example) flag(name, value string) string {
	if i := slices.Index(e.flags, name); i >= 0 {
		value = e.flags[i+1]
	}
	return value
}

func (e example) has(name string) bool { return slices.Contains(e.flags, name) }

// options returns the options of the flags of a case.
func (e example) options(say func(string)) (Options, error) {
	s := DefaultSettings()
	s.Format, s.Delimiter, s.Quotes = e.flag("--format", s.Format), e.flag("--delimiter", s.Delimiter), e.flag("--quotes", s.Quotes)
	s.Encoding, s.Sheet = e.flag("--encoding", s.Encoding), e.flag("--sheet", s.Sheet)
	s.Body, s.KeywordSeparator = e.has("--body"), e.flag("--keyword-separator", s.KeywordSeparator)
	if e.has("--columns") {
		s.Columns = strings.Split(e.flag("--columns", ""), ",")
	}
	if err := s.Check(false); err != nil {
		return Options{}, err
	}
	o := s.Options(e.has("--label"), say)
	o.Warn = func(line string) { say("warning: " + line) }
	o.Keep, o.Predicted = e.has("--keep"), e.has("--predicted")
	return o, nil
}

// encoded is a text in an encoding of the WHATWG.
func encoded(t *testing.T, name, text string) []byte {
	t.Helper()
	e, err := htmlindex.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	b, err := e.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return b
}
