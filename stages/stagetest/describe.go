package stagetest

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/wrone2set/wrone2set/stages"
)

// Describe runs --describe with the pipeline.yaml and returns the result. It fails unless the description has, for
// each key of the stage's section, the value that the file sets, and unless settings with listed choices accept those
// and nothing else.
func Describe[C any](t testing.TB, s stages.Stage[C], pipeline string) stages.Description {
	t.Helper()
	r := Do(t, s, "--describe", "--config", pipeline)
	var d stages.Description
	if err := json.Unmarshal([]byte(r.Stdout), &d); err != nil {
		t.Fatalf("--describe does not print JSON: %v\n%s", err, r.Stdout)
	}
	described := Settings(t, d)
	for key, value := range section(t, pipeline, s.Name) {
		if key == "preset" {
			if want, got := list(value), d.Applied; !reflect.DeepEqual(want, got) {
				t.Errorf("%s: preset %v, described as %v", pipeline, want, got)
			}
			continue
		}
		got, ok := described[key]
		if !ok || !same(value, got) {
			t.Errorf("%s: %s: %s %v, described as %v", pipeline, s.Name, key, value, got)
		}
	}
	choices(t, s, d)
	return d
}

// choices checks that a setting with listed choices accepts those and nothing else.
func choices[C any](t testing.TB, s stages.Stage[C], d stages.Description) {
	t.Helper()
	const other = "none-of-these"
	for _, setting := range d.Settings {
		if len(setting.Choices) == 0 {
			continue
		}
		for _, choice := range append([]string{other}, setting.Choices...) {
			r := Run(t, s, "--describe", setting.Flag, choice)
			if want := choice != other; (r.Code == stages.ExitDone) != want || !want && r.Code != stages.ExitUsage {
				t.Errorf("%s %s: exit code %d\n%s", setting.Flag, choice, r.Code, r.Stderr)
			}
		}
	}
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

func section(t testing.TB, pipeline, name string) map[string]any {
	t.Helper()
	data, err := os.ReadFile(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]any{}
	if err := yaml.Unmarshal(data, &sections); err != nil {
		t.Fatal(err)
	}
	m, _ := sections[name].(map[string]any)
	return m
}

// same compares a value of the file with one of the description. Numbers are compared by value, however they are
// written.
func same(a, b any) bool {
	if x, ok := a.([]any); ok {
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for i := range x {
			if !same(x[i], y[i]) {
				return false
			}
		}
		return true
	}
	if list, ok := b.([]any); ok { // a single text stands for a list of one
		return len(list) == 1 && same(a, list[0])
	}
	x, errX := strconv.ParseFloat(fmt.Sprint(a), 64)
	y, errY := strconv.ParseFloat(fmt.Sprint(b), 64)
	if errX == nil && errY == nil {
		return x == y
	}
	return fmt.Sprint(a) == fmt.Sprint(b)
}

func list(v any) []string {
	items, ok := v.([]any)
	if !ok {
		return []string{fmt.Sprint(v)}
	}
	out := []string{}
	for _, x := range items {
		out = append(out, fmt.Sprint(x))
	}
	return out
}
