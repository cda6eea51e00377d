package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"wrone2set/stages"
)

var shardSuffix = regexp.MustCompile(`-\d+-of-\d+$`)

// testSet is the name that goes before every metric: the setting, else that of
// the documents: NAME of test.NAME-00000-of-00004.parquet, or what stands
// before the first dot of a text file, without "_src".
func testSet(c criteria, documents stages.Source) (string, error) {
	if c.Name != "" {
		return c.Name, nil
	}
	files := documents.Files
	if documents.Pair {
		files = files[:1]
	}
	name := ""
	for _, f := range files {
		n := nameOf(f)
		if name == "" {
			name = n
		}
		if n != name {
			return "", &stages.UsageError{Err: fmt.Errorf(
				"--documents %s holds several test sets, %s and %s; score one at a time, as in --documents '%s'",
				documents.Spec, name, n, filepath.Join(filepath.Dir(f), "test."+name+"-*.parquet"))}
		}
	}
	if !plainName(name) {
		return "", &stages.UsageError{Err: fmt.Errorf("no test set can be named after %s; give --name", documents.Spec)}
	}
	return name, nil
}

func nameOf(file string) string {
	name := filepath.Base(file)
	if ours, ok := strings.CutSuffix(name, ".parquet"); ok {
		return strings.TrimPrefix(shardSuffix.ReplaceAllString(ours, ""), "test.")
	}
	name, _, _ = strings.Cut(name, ".")
	if short := strings.TrimSuffix(name, "_src"); short != "" {
		return short
	}
	return name
}
