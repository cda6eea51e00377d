package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// everyExport are all formats of --export and their files.
var everyExport = map[string]string{export.JSONFormat: export.JSONFile, export.CSVFormat: export.CSVFile, export.TextFormat: export.TextFile, export.WideFormat: export.WideFile, export.XLSXFormat: export.XLSXFile, export.ParquetFormat: export.ParquetFile}

// tableOf writes a table of n documents with repeated ids, a bad row, and columns of the user, and returns its path.
func tableOf(t *testing.T, n int) string {
	path := filepath.Join(t.TempDir(), "papers.csv")
	save(t, path, func(f *os.File) error {
		fmt.Fprint(f, "Nr;id;titel;Zusammenfassung;Notiz\n")
		for i := range n {
			if i == 3 {
				fmt.Fprint(f, "bad;row\n")
			}
			fmt.Fprintf(f, "%d;p%d;W%d w9;W%d, w%d.;=A%d\n", i, i%20, i%50, i%7, i%30, i)
		}
		return nil
	})
	return path
}

func exportModel(t *testing.T) string {
	model, all := choosing(t), madeUp(t)
	all.Floor = 0 // every slot is heard, so that there are phrases
	saveChoice(t, all, model)
	return model
}

// TestExport: what infer export makes of finished predictions, whole or in parts, is to the byte what infer writes itself
// in one part.
func TestExport(t *testing.T) {
	model, docs := exportModel(t), tableOf(t, 40)
	read := []string{"--documents", docs, "--repeated-ids", "number", "--max-rejects", "50%"}
	names := []string{export.JSONFormat, export.CSVFormat, export.TextFormat, export.WideFormat, export.XLSXFormat, export.ParquetFormat}
	how := []string{"--export", strings.Join(names, ","), "--absent", "all", "--export-scores", "--export-text", "--spreadsheet-safe", "--export-delimiter", ";", "--bom"}
	label := append([]string{"--model", model}, read...)
	whole := mustInfer(t, append(label, how...)...)
	table := string(readFile(t, filepath.Join(whole, export.WideFile)))
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	if len(lines) != 41 || lines[0] != "\ufeffNr;id;titel;Zusammenfassung;Notiz;keywords;scores;doubtful;language;truncated" || !strings.HasPrefix(lines[21], `20;p0;W20 w9;W6, w20.;'=A20;`) || strings.Count(table, ";;;") > 30 {
		t.Fatalf("csv-wide has %d lines: %q, %q", len(lines), lines[0], lines[21])
	}
	// The digest is that of the text as it was given, not of what the model reads of it.
	predictions, err := schemas.Predictions.ReadAll(filepath.Join(whole, "predictions-00000-of-00001.parquet"))
	if want := (&schemas.Document{TitleText: "W0 w9", BodyText: "W0, w0."}).Digest(); err != nil || predictions[0].Digest != want {
		t.Errorf("digest %q, want %q, %v", predictions[0].Digest, want, err)
	}
	parts := mustInfer(t, append(label, "--part-documents", "7")...)
	for name, predictions := range map[string]string{"whole": whole, "parts": parts} {
		out := filepath.Join(t.TempDir(), "out")
		stagetest.Do(t, exporting(), append(append(read, how...), "--predictions", predictions, "--out", out)...)
		for format, file := range everyExport {
			if want, got := readFile(t, filepath.Join(whole, file)), readFile(t, filepath.Join(out, file)); !bytes.Equal(want, got) {
				t.Errorf("%s of %s: %d bytes, want %d: %.300q", format, name, len(got), len(want), got)
			}
		}
	}
	// Without --absent both leave out the same, and with it infer export has all that infer would have.
	text := func(dir string) []byte { return readFile(t, filepath.Join(dir, export.TextFile)) }
	few := filepath.Join(t.TempDir(), "few")
	stagetest.Do(t, exporting(), "--predictions", parts, "--export", "txt", "--out", few)
	if usual := mustInfer(t, append(label, "--export", "txt")...); !bytes.Equal(text(few), text(usual)) || bytes.Equal(text(few), text(whole)) {
		t.Errorf("the usual export is\n%s\nwant\n%s", text(few), text(usual))
	}
	// Scores of slots are no probabilities, and one folder with such is enough for no usual limit.
	others := stagetest.Write(t, t.TempDir(), "others.csv", string(bytes.ReplaceAll(readFile(t, docs), []byte(";p"), []byte(";q"))))
	slots := mustInfer(t, "--model", model, "--documents", others, "--repeated-ids", "number", "--max-rejects", "50%", "--choose", "slots", "--export", "txt")
	both := filepath.Join(t.TempDir(), "both")
	stagetest.Do(t, exporting(), "--predictions", slots, "--predictions", parts, "--export", "txt", "--out", both)
	if want := append(text(slots), text(whole)...); !bytes.Equal(text(both), want) {
		t.Errorf("of slots and a choice:\n%s\nwant\n%s", text(both), want)
	}
	out := filepath.Join(t.TempDir(), "out")
	stagetest.Do(t, exporting(), "--predictions", parts, "--export", "txt", "--absent", "all", "--out", out)
	if !bytes.Equal(readFile(t, filepath.Join(out, export.TextFile)), readFile(t, filepath.Join(whole, export.TextFile))) {
		t.Error("without documents the text export is another one")
	}
}

// TestExportParts: in parts, each has tables of its own under the same header, and together they have every row.
func TestExportParts(t *testing.T) {
	model, docs := exportModel(t), tableOf(t, 40)
	args := []string{"--model", model, "--documents", docs, "--repeated-ids", "number", "--max-rejects", "50%", "--export", "csv-wide", "--part-documents"}
	whole := readFile(t, filepath.Join(mustInfer(t, append(args, "0")...), export.WideFile))
	header, _, _ := bytes.Cut(whole, []byte("\n"))
	files, _ := filepath.Glob(filepath.Join(mustInfer(t, append(args, "9")...), "table-*.csv"))
	joined := append(bytes.Clone(header), '\n')
	for _, f := range files {
		rows, ok := bytes.CutPrefix(readFile(t, f), append(bytes.Clone(header), '\n'))
		if !ok {
			t.Errorf("%s has another header", f)
		}
		joined = append(joined, rows...)
	}
	if len(files) != 5 || !bytes.Equal(joined, whole) {
		t.Errorf("%d parts have\n%s\nwant\n%s", len(files), joined, whole)
	}
}

// TestExportSettings: files with other columns come under one header, and cells like formulas stay as they are if that is
// asked for; a byte order mark and another delimiter do not.
func TestExportSettings(t *testing.T) {
	dir, model := t.TempDir(), exportModel(t)
	for name, table := range map[string]string{"a.csv": "title,note\nW1 w9,=1\n", "b.csv": "title,more\nW2 w9,x\n"} {
		stagetest.Write(t, dir, name, table)
	}
	for want, more := range map[string][]string{
		"title,note,more,keywords,doubtful,language,truncated\nW1 w9,'=1,,": nil, "title,note,more,keywords,doubtful,language,truncated\nW1 w9,=1,,": {"--raw-cells"},
		"\ufefftitle,note,more,keywords,doubtful,language,truncated\nW1 w9,'=1,,": {"--bom"}, "title\tnote\tmore\tkeywords\tdoubtful\tlanguage\ttruncated\nW1 w9\t'=1\t\t": {"--export-delimiter", `\t`},
	} {
		out := mustInfer(t, append(more, "--model", model, "--documents", dir, "--export", "csv-wide")...)
		if got := string(readFile(t, filepath.Join(out, export.WideFile))); !strings.HasPrefix(got, want) {
			t.Errorf("%v: %q, want %q", more, got, want)
		}
	}
}

// TestExportRefused: documents that are not those of the predictions, and settings without use.
func TestExportRefused(t *testing.T) {
	dir := t.TempDir()
	predictions := filepath.Join(dir, "predictions-00000-of-00001.parquet")
	saveTable(t, schemas.Predictions, predictions, []schemas.Prediction{{ID: "b"}, {ID: "a"}})
	docs := stagetest.Write(t, dir, "docs.csv", "id,title\na,A\nb,B\n")
	nameless := stagetest.Write(t, dir, "nameless.csv", "title\nA\nB\n")
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{stages.ExitInput, "row 2: document \"a\" is not in --documents, or not in this order; give the documents that were labelled, in the same order, with the same --columns, --format and --repeated-ids\n",
			[]string{"--documents", docs, "--export", "csv-wide"}},
		{stages.ExitInput, "row 1: document \"b\" is not in --documents, or not in this order; ids of " + nameless + " come from its name, as no id column was read; give",
			[]string{"--documents", nameless, "--export", "csv-wide"}},
		{stages.ExitInput, "from a file of the same name; with an id column (--columns id=NAME) the name does not matter\n", []string{"--documents", nameless, "--export", "csv-wide"}},
		{stages.ExitInput, `row 1: document "b" has labels already; give each folder once`, []string{"--export", "txt", "--predictions", predictions}},
		{stages.ExitUsage, "need --documents", []string{"--export", "xlsx"}},
		{stages.ExitUsage, "need --documents", []string{"--export", "jsonl", "--export-text"}},
		{stages.ExitUsage, "leave it out", []string{"--documents", docs, "--export", "csv"}},
		{stages.ExitUsage, "export is empty", nil},
		{stages.ExitUsage, "export txt is given twice", []string{"--export", "txt,txt"}},
		{stages.ExitUsage, "export_delimiter and bom need --export csv or csv-wide", []string{"--export", "txt", "--bom"}},
		{stages.ExitUsage, "raw_cells needs --export csv-wide", []string{"--export", "txt,csv", "--raw-cells"}},
		{stages.ExitUsage, "export_scores needs --export csv-wide", []string{"--export", "jsonl", "--export-scores"}},
		{stages.ExitUsage, "export_delimiter and bom need --export csv or csv-wide", []string{"--export", "txt", "--export-delimiter", ";"}},
		{stages.ExitUsage, "want one character", []string{"--documents", docs, "--export", "csv-wide", "--export-delimiter", ";;"}},
	} {
		stagetest.Refused(t, exporting(), c.code, []string{c.want}, append(c.args, "--predictions", predictions, "--out", filepath.Join(dir, "out"))...)
	}
}

// TestExportCountsWhatItLeavesOut: bad rows, and documents without predictions, are counted one by one.
func TestExportCountsWhatItLeavesOut(t *testing.T) {
	dir := t.TempDir()
	predictions, docs := filepath.Join(dir, "predictions-00000-of-00001.parquet"), filepath.Join(dir, "docs.csv")
	saveTable(t, schemas.Predictions, predictions, []schemas.Prediction{{ID: "b"}, {ID: "d"}})
	save(t, docs, func(f *os.File) error {
		_, err := f.WriteString("id;title\na;A\nb;B\nbad\nc;C\nd;D\ne;E\n")
		return err
	})
	out := filepath.Join(dir, "out")
	r := stagetest.Run(t, exporting(), "--predictions", predictions, "--documents", docs, "--export", "csv-wide", "--out", out)
	if got := string(readFile(t, filepath.Join(out, export.WideFile))); r.Code != 0 || got != "id,title,keywords,doubtful,language,truncated\nb,B,,,,false\nd,D,,,,false\n" {
		t.Errorf("exit %d: %q: %s", r.Code, got, r.Stderr)
	}
	if m := string(readFile(t, filepath.Join(out, "manifest.json"))); !strings.Contains(m, `"documents_left_out": 4`) || !strings.Contains(r.Stderr, "documents=4") {
		t.Errorf("%s%s", r.Stderr, m)
	}
}

// TestColumnsOfExcel: more columns than a sheet can have are refused before any work, with 64, those of a pipe with its
// first row; those that fit are written.
func TestColumnsOfExcel(t *testing.T) {
	dir := t.TempDir()
	predictions := filepath.Join(dir, "predictions-00000-of-00001.parquet")
	saveTable(t, schemas.Predictions, predictions, nil)
	for columns, want := range map[int]string{1<<14 - 4: "", 1<<14 - 3: "--export xlsx: the documents have 16381 columns, and a sheet of Excel has at most 16380 beside keywords: export csv-wide or parquet-wide instead"} {
		docs := filepath.Join(dir, "docs.csv")
		save(t, docs, func(f *os.File) error {
			_, err := fmt.Fprintf(f, "id,title%s\na,A%[1]s\n", strings.Repeat(",x", columns-2))
			return err
		})
		args := []string{"--predictions", predictions, "--documents", docs, "--export", "xlsx", "--out", filepath.Join(t.TempDir(), "out")}
		if r := stagetest.Run(t, exporting(), args...); want == "" && r.Code != 0 {
			t.Errorf("%d columns: exit %d: %s", columns, r.Code, r.Stderr)
		}
		if want != "" {
			stagetest.Refused(t, exporting(), stages.ExitUsage, []string{want}, args...)
			code, said := infer(t, "--model", exportModel(t), "--documents", docs, "--export", "xlsx", "--out", filepath.Join(dir, "labels"))
			if code != stages.ExitUsage || !strings.Contains(said, want) || strings.Contains(said, "msg=label") {
				t.Errorf("infer: exit %d: %s", code, said)
			}
			piped := stagetest.Program{Stage: "infer", Args: []string{"--model", exportModel(t), "--documents", "-", "--export", "xlsx"}}.Command(t, filepath.Join(dir, "piped"))
			piped.Stdin = bytes.NewReader(readFile(t, docs))
			if said, _ := piped.CombinedOutput(); piped.ProcessState.ExitCode() != stages.ExitUsage || !strings.Contains(string(said), want) {
				t.Errorf("a pipe: %v: %s", piped.ProcessState, said)
			}
			stagetest.Refused(t, conceptsMode(), stages.ExitUsage, []string{"at most 16379 beside"}, "--vocabulary", harbour(t), "--documents", docs, "--export", "xlsx", "--out", filepath.Join(dir, "concepts"))
		}
	}
}

// TestExportsAreKept: a finished labelling is not made again, and loses no file, for another --export alone; with --force it
// is.
func TestExportsAreKept(t *testing.T) {
	model, docs := exportModel(t), documentsFile(t, randomDocuments(5))
	out := filepath.Join(t.TempDir(), "out")
	args := []string{"--model", model, "--documents", docs, "--out", out}
	stagetest.Do(t, stage(), append(args, "--export", "csv,txt")...)
	before := readFile(t, filepath.Join(out, export.TextFile))
	for _, more := range [][]string{{"--export", "csv"}, {"--export", "csv,txt,jsonl"}, nil, {"--export", "csv,txt", "--spreadsheet-safe"}, {"--export", "csv,txt", "--absent", "none"}} {
		stagetest.Refused(t, stage(), stages.ExitUsage, []string{"holds an output of other settings"}, append(args, more...)...)
		if !bytes.Equal(readFile(t, filepath.Join(out, export.TextFile)), before) {
			t.Errorf("%v: the text export changed", more)
		}
	}
	stagetest.Do(t, stage(), append(args, "--export", "csv", "--force")...)
	if _, err := os.Stat(filepath.Join(out, export.TextFile)); err == nil {
		t.Error("--force leaves an export that was not asked for")
	}
	stagetest.Do(t, stage(), append(args, "--export", "csv,txt", "--max-phrases", "1", "--force")...)
}
