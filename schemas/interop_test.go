package schemas

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"testing"
)

// TestInterop lets pyarrow, pandas and DuckDB read our files and compares every
// value with what was written. PYTHON names the interpreter, default python3.
func TestInterop(t *testing.T) {
	python := os.Getenv("PYTHON")
	if python == "" {
		python = "python3"
	}
	if out, err := exec.Command(python, "-c", "import pyarrow, duckdb, pandas").CombinedOutput(); err != nil {
		if os.Getenv("PYTHON") != "" {
			t.Fatalf("PYTHON=%s has no pyarrow, duckdb and pandas: %v %s", python, err, out)
		}
		t.Skipf("%s with pyarrow, duckdb and pandas is wanted: %v %s", python, err, out)
	}
	ds, ps, es := documents(300), predictions(20), examples(100)
	scores := []Score{{TestSet: "kp20k", ID: "1", Kind: "absent", Targets: 2, AtG: ScoreAt{Hits: 1, F1: .25}}}
	slots := []Slot{{ID: "1", Slot: 3, NullProbability: .25, NonNull: []string{"a"}}}
	dir := t.TempDir()
	files := map[string][]byte{
		"documents.parquet":   writeTable(t, Documents, ds, 64),
		"predictions.parquet": writeTable(t, Predictions, ps, 64),
		"scores.parquet":      writeTable(t, Scores, scores, 1),
		"slots.parquet":       writeTable(t, Slots, slots, 1),
		"examples.arrow":      writeExamples(t, es),
	}
	want := map[string]any{
		"documents.parquet": columnsOf(t, ds), "predictions.parquet": columnsOf(t, ps), "scores.parquet": columnsOf(t, scores),
		"slots.parquet": columnsOf(t, slots), "examples.arrow": columnsOf(t, es),
	}
	args := []string{"testdata/interop.py", dir}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	command := exec.Command(python, args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var seen map[string]any
	if err := json.Unmarshal(out, &seen); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 3*len(files)-2 {
		t.Errorf("%d readings", len(seen))
	}
	for key, got := range seen {
		if !reflect.DeepEqual(got, want[filepath.Base(key)]) {
			t.Errorf("%s differs:\n%.2000v\n%.2000v", key, got, want[filepath.Base(key)])
		}
	}
}

// columnsOf turns rows into what JSON makes of them, under their column names
// and with empty lists for nil ones.
func columnsOf(t *testing.T, rows any) any {
	t.Helper()
	text, err := json.Marshal(columnValue(reflect.ValueOf(rows)))
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

func columnValue(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Slice:
		list := make([]any, v.Len())
		for i := range list {
			list[i] = columnValue(v.Index(i))
		}
		return list
	case reflect.Struct:
		row := map[string]any{}
		for i := range v.NumField() {
			row[columnOf(v.Type().Field(i))] = columnValue(v.Field(i))
		}
		return row
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return columnValue(v.Elem())
	case reflect.Float32:
		return v.Float() // as the 64-bit number that Python prints
	}
	return v.Interface()
}

// columnOf is the tag's name; the fields of an example are lower-cased.
func columnOf(f reflect.StructField) string {
	tag := f.Tag.Get("parquet")
	for i, c := range tag {
		if c == ',' {
			return tag[:i]
		}
	}
	if tag == "" {
		return map[string]string{"ID": "id", "Source": "source", "Extended": "extended", "OOV": "oov", "Targets": "targets"}[f.Name]
	}
	return tag
}
