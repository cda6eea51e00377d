package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// formatFile is a small corpus in one format; other says the same under names of columns that are not ours.
type formatFile struct {
	name        string
	good, other []byte
	target      []byte // of a pair
}

// formatFiles are three documents in every format that has keyphrases.
func formatFiles(t *testing.T) []formatFile {
	type ours struct {
		ID       string   `parquet:"id"`
		Title    string   `parquet:"title"`
		Abstract string   `parquet:"abstract"`
		Keywords []string `parquet:"keywords,list"`
	}
	type theirs struct {
		ID       string   `parquet:"pmid"`
		Title    string   `parquet:"heading"`
		Abstract string   `parquet:"matter"`
		Keywords []string `parquet:"mesh,list"`
	}
	papers := []ours{{"a", "Graphs", "On cut graphs.", []string{"cut graphs", "trees"}}, {"b", "Walks", "On random walks, slow ones.", []string{"random walks"}}, {"c", "Sets", "On sets of phrases.", nil}}
	var good, other bytes.Buffer
	others := make([]theirs, len(papers))
	for i, p := range papers {
		others[i] = theirs(p)
	}
	if err := parquet.Write(&good, papers); err != nil {
		t.Fatal(err)
	}
	if err := parquet.Write(&other, others); err != nil {
		t.Fatal(err)
	}
	var documents bytes.Buffer
	w := schemas.Documents.NewWriter(&documents, nil)
	jsonl, table := "", "id,title,abstract,keywords\n"
	var source, target, works string
	for _, p := range papers {
		keywords := strings.Join(p.Keywords, ";")
		jsonl += fmt.Sprintf(`{"id":%q,"title":%q,"abstract":%q,"keywords":%q}`+"\n", p.ID, p.Title, p.Abstract, keywords)
		table += fmt.Sprintf("%s,%s,%q,%s\n", p.ID, p.Title, p.Abstract, keywords)
		index, named := "", ""
		for at, word := range strings.Fields(p.Abstract) {
			index += fmt.Sprintf(`,%q:[%d]`, word, at)
		}
		for _, k := range p.Keywords {
			named += fmt.Sprintf(`,{"display_name":%q,"score":0.5}`, k)
		}
		works += fmt.Sprintf(`{"id":%q,"title":%q,"abstract_inverted_index":{%s},"keywords":[%s]}`+"\n", p.ID, p.Title, strings.TrimPrefix(index, ","), strings.TrimPrefix(named, ","))
		body := strings.ToLower(strings.TrimSuffix(p.Abstract, ".")) + " ."
		source, target = source+strings.ToLower(p.Title)+" . <eos> "+body+"\n", target+keywords+"\n"
		d := schemas.Document{ID: p.ID, Title: []string{strings.ToLower(p.Title), "."}, Body: strings.Fields(body)}
		for _, k := range p.Keywords {
			d.Present = append(d.Present, strings.Fields(k))
		}
		if err := w.Write(d); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	array := "[" + strings.TrimSuffix(strings.ReplaceAll(jsonl, "\n", ",\n"), ",\n") + "]\n"
	tsv := strings.NewReplacer(`,"`, "\t\"", `",`, "\"\t", "a,G", "a\tG", "b,W", "b\tW", "c,S", "c\tS", ",title,abstract,", "\ttitle\tabstract\t").Replace(table)
	rename := func(s string) []byte {
		return []byte(strings.NewReplacer(`"title"`, `"heading"`, `"abstract"`, `"matter"`, "title", "heading", "abstract", "matter").Replace(s))
	}
	return []formatFile{
		{name: "f.jsonl", good: []byte(jsonl), other: rename(jsonl)},
		{name: "f.json", good: []byte(array), other: rename(array)},
		{name: "f.csv", good: []byte(table), other: rename(table)},
		{name: "f.tsv", good: []byte(tsv), other: rename(tsv)},
		{name: "f.parquet", good: good.Bytes(), other: other.Bytes()},
		{name: "pair.txt", good: []byte(source), target: []byte(target)},
		{name: "works.jsonl", good: []byte(works)},
		{name: "documents.parquet", good: documents.Bytes()},
	}
}

// TestTableOfFormats holds what becomes of each format, plain and packed, good, cut to its half, with a bit of its middle
// flipped, without any column of a name that is looked for, and without the one that --columns names.
func TestTableOfFormats(t *testing.T) {
	zst, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, f := range formatFiles(t) {
		for _, state := range []string{"good", "cut", "flipped", "no column", "not the named"} {
			data, args := f.good, []string(nil)
			switch {
			case state == "no column" && f.other == nil, state == "not the named" && f.other == nil:
				continue
			case state == "no column":
				data = f.other
			case state == "not the named":
				args = []string{"--columns", "keywords=subjects"}
			}
			lines := map[string]string{}
			for _, ending := range []string{"", ".gz", ".zst"} {
				packed := slices.Clone(data)
				switch ending {
				case ".gz":
					var b bytes.Buffer
					w := gzip.NewWriter(&b)
					w.Write(data)
					w.Close()
					packed = b.Bytes()
				case ".zst":
					packed = zst.EncodeAll(data, nil)
				}
				switch state {
				case "cut":
					packed = packed[:len(packed)/2]
				case "flipped":
					packed[len(packed)/2] ^= 0x80
				}
				lines[ending] = f.read(t, ending, packed, args)
			}
			for _, ending := range []string{"", ".gz", ".zst"} {
				if line := lines[ending]; line != "" {
					fmt.Fprintf(&got, "%s %s%s", f.name, state, strings.Repeat(" ", 14-len(state)))
					for _, same := range []string{"", ".gz", ".zst"} { // what is the same for several is said once
						if lines[same] == line {
							lines[same] = ""
							fmt.Fprintf(&got, " %s", map[string]string{"": "plain", ".gz": "gz", ".zst": "zst"}[same])
						}
					}
					got.WriteString(line)
				}
			}
		}
	}
	const golden = "testdata/formats.txt"
	if stagetest.Update() {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	wanted := strings.Split(string(want), "\n")
	for i, line := range strings.Split(got.String(), "\n") {
		if i >= len(wanted) || line != wanted[i] {
			t.Fatalf("line %d is\n%s\nwant\n%s", i+1, line, slices.Concat(wanted, make([]string, i+1))[i])
		}
	}
}

// where is what of a message about damage hangs on how the file is laid out and on the libraries.
var where = regexp.MustCompile(`(?:after [0-9]+ bytes of text|footer|row group [^:]*): |(damaged: )[^\n]*`)

// clock matches the time of a log line.
var clock = regexp.MustCompile(`time=\S+ `)

// read runs the stage on one packing of the file and shows the exit code and, indented, the documents and rejects or
// the message.
func (f formatFile) read(t *testing.T, ending string, packed []byte, args []string) string {
	dir := t.TempDir()
	path := put(t, dir, f.name+ending, string(packed))
	spec := "x=" + path
	if f.target != nil {
		spec += ":" + put(t, dir, "target", string(f.target))
	}
	out := filepath.Join(dir, "out")
	var console bytes.Buffer
	code := stages.Execute(t.Context(), []stages.Mode{stage}, append(args, "--test", spec, "--out", out, "--max-rejects", "50%", "--quiet", "--threads", "1"), &console, &console)
	shown := fmt.Sprintf(": exit %d\n", code)
	if code == stages.ExitDone {
		for _, line := range briefs(t, out, "test.x") {
			shown += "\t" + line + "\n"
		}
		for _, r := range readLines[struct {
			Row    int64
			Reason string
		}](t, filepath.Join(out, "rejects.jsonl")) {
			shown += fmt.Sprintf("\trow %d rejected: %s\n", r.Row, r.Reason)
		}
	} else {
		message := strings.NewReplacer(path, "FILE", dir, "DIR").Replace(strings.TrimSpace(console.String()))
		message = clock.ReplaceAllString(message, "")
		message = where.ReplaceAllString(message, "$1…")
		shown += "\t" + strings.ReplaceAll(message, "\n", "\n\t") + "\n"
	}
	return shown
}
