package stagetest

import (
	"encoding/json"
	"os"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/wrone2set/wrone2set/stages"
)

// Describe runs --describe with the pipeline.yaml and returns the result. It fails unless the description has, for
// each key of the stage's section, the value that the file sets.
func Describe[C any](t testing.TB, s stages.Stage[C], pipeline string) stages.Description {
	t.Helper()
	r := Do(t, s, "--describe", "--config", pipeline)
	var d stages.Description
	if err := json.Unmarshal([]byte(r.Stdout), &d); err != nil {
		t.Fatalf("--describe does not print JSON: %v\n%s", err, r.Stdout)
	}
	data, err := os.ReadFile(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	var sections map[string]map[string]any
	if err := yaml.Unmarshal(data, &sections); err != nil {
		t.Fatal(err)
	}
	described := Settings(t, d)
	described["preset"] = d.Applied
	for key, value := range sections[s.Name] {
		want, _ := json.Marshal(value)
		got, _ := json.Marshal(described[key])
		if string(want) != string(got) && "["+string(want)+"]" != string(got) { // a single text stands for a list of one
			t.Errorf("%s: %s: %s %s, described as %s", pipeline, s.Name, key, want, got)
		}
	}
	return d
}

// Settings returns the config of a description as a map.
func Settings(t testing.TB, d stages.Description) map[string]any {
	t.Helper()
	m := map[string]any{}
	if err := json.Unmarshal(d.Config, &m); err != nil {
		t.Fatal(err)
	}
	return m
}
