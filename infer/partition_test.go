package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/export"
	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// byYear writes a corpus in folders, whose first has a file with a column of its own, and returns it.
func byYear(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for folder, table := range map[string]string{"year=2020": "id,title,field\n1,W1 w9,a/b\n2,W2 w9,\n", "year=2021": "id,title,field\n3,W3 w9,c\n", "year=__HIVE_DEFAULT_PARTITION__": "id,title,field\n4,W4 w9,c\n"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		stagetest.Write(t, filepath.Join(dir, folder), "d.csv", table)
	}
	return dir
}

// below lists the files of an output in folders, with slashes.
func below(t *testing.T, out, name string) (names []string) {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(out, name))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		rel, _ := filepath.Rel(out, f)
		names = append(names, filepath.ToSlash(rel))
	}
	return names
}

// TestPartitionBy: folders come back as folders, without their column in the tables, whole and in parts, finished and damaged; what infer
// export makes is the same; and any column may be one.
func TestPartitionBy(t *testing.T) {
	model, documents := exportModel(t), byYear(t)
	label := []string{"--model", model, "--documents", documents}
	how := []string{"--export", "csv-wide,parquet-wide,xlsx,jsonl,csv,txt", "--partition-by", "year"}
	out := stagetest.Twice(t, stage(), nil, append(label, how...)...)
	want := []string{"year=2020/table.csv", "year=2021/table.csv", "year=__HIVE_DEFAULT_PARTITION__/table.csv"}
	if got := below(t, out, "*/table.csv"); !slices.Equal(got, want) || len(below(t, out, "*/*")) != 18 || len(below(t, out, "table*")) != 0 {
		t.Fatal(got, below(t, out, "*/*"))
	}
	if table := string(readFile(t, filepath.Join(out, want[0]))); !strings.HasPrefix(table, "id,title,field,keywords,doubtful,language,truncated\n1,W1 w9,a/b,") || strings.Count(table, "\n") != 3 {
		t.Errorf("%q", table)
	}
	if m := string(readFile(t, filepath.Join(out, "manifest.json"))); strings.Count(m, `"year=2020/`) != 6 || !strings.Contains(m, "partition_by") {
		t.Errorf("%s", m)
	}
	again := filepath.Join(t.TempDir(), "again")
	stagetest.Do(t, exporting(), append(how, "--predictions", out, "--documents", documents, "--out", again)...)
	for _, name := range below(t, out, "*/*") {
		if !bytes.Equal(readFile(t, filepath.Join(out, name)), readFile(t, filepath.Join(again, name))) {
			t.Errorf("%s of infer export differs", name)
		}
	}
	// Each part has its files in the folders; a damaged one is made again, and nothing else.
	parts := filepath.Join(t.TempDir(), "parts")
	args := append(slices.Concat(label, how), "--part-documents", "1", "--out", parts)
	stagetest.Do(t, stage(), args...)
	if got := below(t, parts, "year=2020/table-*.csv"); len(got) != 2 {
		t.Errorf("%q", got)
	}
	if err := os.Remove(filepath.Join(parts, "year=2020", "table-00000-of-00004.csv")); err != nil {
		t.Fatal(err)
	}
	if log := stagetest.Do(t, stage(), args...); strings.Count(log.Stderr, "part done") != 1 || len(below(t, parts, "year=2020/table-*.csv")) != 2 {
		t.Error(log.Stderr)
	}
	if log := stagetest.Do(t, stage(), args...); !strings.Contains(log.Stderr, "nothing to do") {
		t.Error(log.Stderr)
	}
	// The folders of an output are a corpus again.
	both := filepath.Join(t.TempDir(), "both")
	stagetest.Do(t, exporting(), "--predictions", out, "--documents", documents, "--export", "csv-wide", "--partition-by", "FIELD,year", "--out", both)
	want = []string{"field=__HIVE_DEFAULT_PARTITION__/year=2020/table.csv", "field=a%2Fb/year=2020/table.csv", "field=c/year=2021/table.csv", "field=c/year=__HIVE_DEFAULT_PARTITION__/table.csv"}
	if got := below(t, both, "*/*/*"); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	back := mustInfer(t, "--model", model, "--documents", filepath.Join(both, "*/*/*.csv"), "--export", "csv-wide")
	if table := string(readFile(t, filepath.Join(back, export.WideFile))); !strings.HasPrefix(table, "id,title,keywords,doubtful,language,truncated,field,year,") || !strings.Contains(table, ",a/b,2020,") {
		t.Errorf("%q", table)
	}
}

// TestPartitionByRefused: columns that are not there, and values that make no folder, are told.
func TestPartitionByRefused(t *testing.T) {
	dir, model, documents := t.TempDir(), exportModel(t), byYear(t)
	var many strings.Builder
	many.WriteString("id,title,k\n")
	for i := range 251 {
		fmt.Fprintf(&many, "%d,W1 w9,%d\n", i, i)
	}
	wide, long := stagetest.Write(t, dir, "many.csv", many.String()), stagetest.Write(t, dir, "long.csv", "id,title,k\n1,W1 w9,"+strings.Repeat("x", 254)+"\n")
	for want, args := range map[string][]string{
		"--partition-by zz: the documents have no such column, but id, title, field, year": {"--documents", documents, "--export", "csv-wide", "--partition-by", "zz"},
		"year and Year are one column":                    {"--documents", documents, "--export", "txt", "--partition-by", "year,Year"},
		"is empty or given twice":                         {"--documents", documents, "--export", "txt", "--partition-by", "year,year"},
		"partition_by needs --export":                     {"--documents", documents, "--partition-by", "year"},
		"--partition-by needs a folder":                   {"--documents", documents, "--export", "txt", "--partition-by", "year", "--out", "-"},
		"more than 250 values":                            {"--documents", wide, "--export", "xlsx", "--partition-by", "k"},
		"would lie in the folder \"k=xxx":                 {"--documents", long, "--export", "txt", "--partition-by", "k"},
		"has 256 bytes, more than 255; name columns of f": {"--documents", long, "--export", "txt", "--partition-by", "k"},
	} {
		if !slices.Contains(args, "--out") {
			args = append(args, "--out", filepath.Join(t.TempDir(), "out"))
		}
		stagetest.Refused(t, stage(), stages.ExitUsage, []string{want}, append(args, "--model", model)...)
	}
	stagetest.Refused(t, exporting(), stages.ExitUsage, []string{"--partition-by", "need --documents"}, "--predictions", mustInfer(t, "--model", model, "--documents", documents), "--export", "txt", "--partition-by", "year", "--out", filepath.Join(dir, "o"))
}
