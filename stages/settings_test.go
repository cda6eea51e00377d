package stages

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "rewrite goldens")

// describeJSON returns the settings that --describe prints.
func describeJSON(t *testing.T, args ...string) map[string]any {
	t.Helper()
	code, stdout, stderr := run(t, copyStage(Whole), append(args, "--describe")...)
	if code != 0 {
		t.Fatalf("%v: exit code %d: %s", args, code, stderr)
	}
	var d Description
	if err := json.Unmarshal([]byte(stdout), &d); err != nil {
		t.Fatal(err)
	}
	m := map[string]any{}
	if err := json.Unmarshal(d.Config, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// Defaults, presets, file, flags: each layer over the one before.
func TestLayers(t *testing.T) {
	t.Chdir(t.TempDir())
	file := write(t, "my.yaml", "copy:\n  preset: [big, upper]\n  rate: 1e-3\n")
	both := write(t, "both.yaml", "copy:\n  preset: upper\n  batch_size: 9\n")
	for _, c := range []struct {
		args []string
		key  string
		want any
	}{
		{nil, "batch_size", 12.0},
		{[]string{"--preset", "big"}, "batch_size", 64.0},
		{[]string{"--preset", "upper,big"}, "batch_size", 64.0},
		{[]string{"--preset", "big", "--preset", "upper"}, "batch_size", 65.0},
		{[]string{"--config", file}, "batch_size", 65.0},
		{[]string{"--config", file}, "rate", 0.001},
		{[]string{"--config", file, "--rate", "0.25"}, "rate", 0.25},
		{[]string{"--config", file, "--preset", "big"}, "mode", "plain"},
		{[]string{"--config", both}, "batch_size", 9.0},
		{[]string{"--config", both}, "mode", "upper"},
		{[]string{"--config", both, "--preset", "big"}, "batch_size", 9.0},
		{[]string{"--config", both, "--batch-size", "0x10"}, "batch_size", 16.0},
		{[]string{"--loud"}, "loud", true},
		{[]string{"--loud=false"}, "loud", false},
		{[]string{"--seed", "18446744073709551615"}, "seed", 18446744073709551615.0},
	} {
		if got := describeJSON(t, c.args...)[c.key]; got != c.want {
			t.Errorf("%v: %s is %v, want %v", c.args, c.key, got, c.want)
		}
	}
}

// pipeline.yaml of the working directory is read unasked, and --config none reads none.
func TestDefaultFile(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "pipeline.yaml", "copy: {seed: 5}\n")
	if got := describeJSON(t)["seed"]; got != 5.0 {
		t.Errorf("seed %v", got)
	}
	if got := describeJSON(t, "--config", "none")["seed"]; got != 1.0 {
		t.Errorf("seed %v with --config none", got)
	}
}

func TestFileValues(t *testing.T) {
	for yaml, want := range map[string]string{
		"copy:\n  rate: 1":                               `"rate":1,`,
		"copy:\n  rate: 1e-4":                            `"rate":0.0001,`,
		"copy:\n  rate: -.5":                             `"rate":-0.5,`,
		"copy:\n  batch_size: 1_000":                     `"batch_size":1000,`,
		"copy:\n  words: [x, 'y z']":                     `"words":["x","yz"],`,
		"copy:\n  words: x":                              `"words":["x"],`,
		"copy:\n  words: []":                             `"words":[],`,
		"copy:\n  mode: \"upper\"":                       `"mode":"upper",`,
		"copy:\n  loud: true":                            `"loud":true,`,
		"x-a: &a {seed: 3, loud: true}\ncopy:\n  <<: *a": `"loud":true,"seed":3,`,
		"x-a: &a {seed: 3}\ncopy:\n  <<: *a\n  seed: 4":  `"seed":4,`,
		"x-a: &a 6\ncopy:\n  seed: *a":                   `"seed":6,`,
		"train:\n  whatever: 1\n":                        `"seed":1,`,
		"copy:\n":                                        `"seed":1,`,
		"# nothing\n":                                    `"seed":1,`,
		"":                                               `"seed":1,`,
	} {
		file := write(t, filepath.Join(t.TempDir(), "p.yaml"), yaml)
		code, stdout, stderr := run(t, copyStage(Whole), "--config", file, "--describe")
		var d Description
		if code != 0 || json.Unmarshal([]byte(stdout), &d) != nil {
			t.Errorf("%q: exit code %d: %s", yaml, code, stderr)
			continue
		}
		if got := compactJSON(d.Config); !strings.Contains(got, want) {
			t.Errorf("%q: %s lacks %s", yaml, got, want)
		}
	}
}

func compactJSON(raw json.RawMessage) string {
	return strings.NewReplacer(" ", "", "\n", "").Replace(string(raw))
}

// testdata/settings.txtar holds files that are refused, each followed by the message, with exit code 64.
func TestFileErrors(t *testing.T) {
	const golden = "testdata/settings.txtar"
	archive, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	golden1, err := filepath.Abs(golden)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	var anew []txtar.File
	for i, f := range archive.Files {
		if !strings.HasSuffix(f.Name, ".yaml") {
			continue
		}
		write(t, "pipeline.yaml", string(f.Data))
		code, stdout, stderr := run(t, copyStage(Whole), "--describe")
		if code != ExitUsage || stdout != "" {
			t.Errorf("%s: exit code %d", f.Name, code)
		}
		if !*update && (i+1 == len(archive.Files) || stderr != string(archive.Files[i+1].Data)) {
			t.Errorf("%s: %s", f.Name, stderr)
		}
		anew = append(anew, f, txtar.File{Name: strings.TrimSuffix(f.Name, ".yaml") + ".stderr", Data: []byte(stderr)})
	}
	if *update {
		archive.Files = anew
		if err := os.WriteFile(golden1, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCommandLineErrors(t *testing.T) {
	dir := t.TempDir()
	in := write(t, filepath.Join(dir, "in.txt"), "one\n")
	out := filepath.Join(dir, "out")
	for _, c := range []struct {
		want string
		args []string
	}{
		{"--lines is required: lines to copy", []string{"--out", out}},
		{"--out is required", []string{"--lines", in}},
		{"no flag --bach-size; did you mean batch-size?", []string{"--bach-size", "3"}},
		{"flag needs an argument", []string{"--out"}},
		{"unexpected argument b.txt (inputs go behind flags: put a glob in quotes", []string{"--lines", in, "b.txt", "--out", out}},
		{"--lines is given 2 times", []string{"--lines", in, "--lines", in, "--out", out}},
		{`--batch-size: "many" is not a whole number`, []string{"--batch-size", "many"}},
		{`--rate: "NaN" is not a number`, []string{"--rate", "NaN"}},
		{`--window: "5000000000" is not a whole number`, []string{"--window", "5000000000"}},
		{`--seed: "-1" is not a whole number, not negative`, []string{"--seed", "-1"}},
		{"no flag --shard", []string{"--shard", "0/2"}},
		{`no preset "huge"; there are big, upper`, []string{"--preset", "huge"}},
		{`mode "x": want plain or upper`, []string{"--mode", "x"}},
		{"--max-rejects 2: want a share", []string{"--lines", in, "--out", out, "--max-rejects", "2"}},
		{"--threads 0", []string{"--lines", in, "--out", out, "--threads", "0"}},
		{"--log-format xml", []string{"--log-format", "xml"}},
		{"--config no.yaml: no such file", []string{"--config", "no.yaml"}},
		{"want NAME=CORPUS", []string{"--lines", in, "--out", out, "--more", in}},
		{"the name a is given twice", []string{"--lines", in, "--out", out, "--more", "a=" + in, "--more", "a=" + in}},
		{"not a directory; give another --out", []string{"--lines", in, "--out", in}},
	} {
		code, _, stderr := run(t, copyStage(Whole), c.args...)
		if code != ExitUsage || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d: %s, want %s", c.args, code, stderr, c.want)
		}
	}
	for _, shard := range []string{"4/4", "-1/4", "1", "a/b", "0/0", "1/2/3"} {
		if code, _, _ := run(t, copyStage(Parted), "--lines", in, "--out", out, "--shard="+shard); code != ExitUsage {
			t.Errorf("--shard %s: exit code %d", shard, code)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("something was written")
	}
}

// What an input decides lies over defaults and presets, not over what was given by name; it is checked, is what Run and
// the manifest get and is part of the key.
func TestSettle(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "in.txt", "one\n")
	for name, text := range map[string]string{"upper.txt": "upper", "odd.txt": "odd", "bad.txt": ""} {
		write(t, name, text)
	}
	write(t, "named.yaml", "copy: {batch_size: 7}\n")
	ran := -1
	s := copyStage(Whole)
	s.Settle = func(c *copyConfig, g Given) error {
		more := g.Input("more")
		if len(more) == 0 {
			return nil
		}
		if c.Mode = read(t, more[0].Files[0]); c.Mode == "" {
			return &schemas.FileError{File: more[0].Spec, Err: errors.New("says no mode")}
		}
		if !g.Setting("batch_size") {
			c.BatchSize = 99
		}
		if g.Preset("big") {
			c.BatchSize++
		}
		return nil
	}
	s.Run = func(ctx context.Context, t *Task, c copyConfig) error {
		ran = c.BatchSize
		return copyLines(ctx, t, c)
	}
	for i, c := range []struct {
		args  []string
		code  int
		batch int
		want  string // of the error
	}{
		{nil, 0, 12, ""},
		{[]string{"--more", "a=upper.txt"}, 0, 99, ""},
		{[]string{"--more", "a=upper.txt", "--preset", "big"}, 0, 100, ""},
		{[]string{"--more", "a=upper.txt", "--batch-size", "12"}, 0, 12, ""},
		{[]string{"--more", "a=upper.txt", "--config", "named.yaml"}, 0, 7, ""},
		{[]string{"--more", "a=odd.txt"}, ExitUsage, -1, `settings: mode "odd"`},
		{[]string{"--more", "a=bad.txt"}, ExitInput, -1, "bad.txt: says no mode"},
	} {
		ran = -1
		out := fmt.Sprint("out", i)
		code, _, stderr := run(t, s, append([]string{"--lines", "in.txt", "--out", out}, c.args...)...)
		if code != c.code || ran != c.batch || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d, batches of %d: %s", c.args, code, ran, stderr)
		}
		if c.code == 0 && !strings.Contains(compactJSON(json.RawMessage(read(t, out+"/manifest.json"))), fmt.Sprintf(`"batch_size":%d,`, c.batch)) {
			t.Errorf("%v: the manifest says another batch_size than %d", c.args, c.batch)
		}
	}
	// The same files and the same command line: another decision is another output.
	again := []string{"--lines", "in.txt", "--more", "a=upper.txt", "--out", "out1"}
	if code, _, stderr := run(t, s, again...); code != 0 || !strings.Contains(stderr, "nothing to do") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	settle := s.Settle
	s.Settle = func(c *copyConfig, g Given) error {
		err := settle(c, g)
		c.BatchSize++
		return err
	}
	if code, _, stderr := run(t, s, again...); code != ExitUsage || !strings.Contains(stderr, "batch_size 99 then, 100 now") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
