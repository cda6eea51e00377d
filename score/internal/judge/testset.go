package judge

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/wrone2set/wrone2set/stages"
)

var numberSuffix = regexp.MustCompile(`-\d+-of-\d+$`)

// testSet returns the name that precedes every metric. It is the setting name, or else comes from the documents: NAME
// of test.NAME-00000-of-00004.parquet, or the part of a text file's name before the first dot, without "_src".
func testSet(c Criteria, documents stages.Source) (string, error) {
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
				"--documents %s holds several test sets, %s and %s; score one at a time, such as --documents '%s'",
				documents.Spec, name, n, filepath.Join(filepath.Dir(f), "test."+name+"-*.parquet"))}
		}
	}
	if !plainName.MatchString(name) {
		return "", &stages.UsageError{Err: fmt.Errorf("the name of %s cannot name a test set; give --name", documents.Spec)}
	}
	return name, nil
}

// nameOf returns the name of the test set of one file.
func nameOf(file string) string {
	name := filepath.Base(file)
	if ours, ok := strings.CutSuffix(name, ".parquet"); ok {
		return strings.TrimPrefix(numberSuffix.ReplaceAllString(ours, ""), "test.")
	}
	name, _, _ = strings.Cut(name, ".")
	if short := strings.TrimSuffix(name, "_src"); short != "" {
		return short
	}
	return name
}
