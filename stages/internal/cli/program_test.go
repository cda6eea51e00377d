package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/config"
	"github.com/wrone2set/wrone2set/stages/internal/input"
	"github.com/wrone2set/wrone2set/stages/internal/output"
)

var update = flag.Bool("update", false, "rewrite goldens")

type settings struct {
	BatchSize int      `key:"batch_size" help:"lines in a batch; the token <eos> counts, and this help is so long that it needs two lines"`
	Rate      float64  `key:"rate" help:"nothing, from 0 to 1"`
	Mode      string   `key:"mode" choices:"plain,upper" help:"plain or upper"`
	Words     []string `key:"words" help:".words to add"`
	Loud      bool     `key:"loud" help:"add an exclamation mark"`
}

// sample is a program with one of every feature; its call goes to got.
func sample(got *Call) *Program {
	c := &settings{BatchSize: 12, Rate: 1e-4, Mode: "plain"}
	fields, err := config.Fields(c)
	if err != nil {
		panic(err)
	}
	return &Program{
		Description: Description{Stage: "copy", Version: "3", Doc: "Copies lines.", Layout: "parted",
			Inputs: []input.Input{
				{Name: "lines", Doc: "lines to copy", Schema: "corpus", Required: true},
				{Name: "start", Doc: "where to start", Schema: "text"},
				{Name: "more", Doc: "more lines", Schema: "text", Many: true},
				{Name: "test", Doc: "lines with a name", Schema: "text", Named: true, Files: []string{"a-*", "b"}},
			},
			Outputs:  []output.Output{{Name: "lines-*.txt", Doc: "the <lines>", Schema: "text"}},
			Presets:  []Preset{{Name: "wr", Doc: "objective: WR", Apply: func() {}}, {Name: "big", Doc: "size: the author's 'big' batches", Apply: func() { c.BatchSize = 64 }}},
			Settings: fields, ExitCodes: []ExitDescription{{Code: 1, Means: "failed", Retry: true}},
		},
		Details: "Each line of the input\nbecomes a line.\n\nExample: copy --lines a.txt --out b\n\nA second paragraph.", Usual: []string{"batch_size", "loud"}, Release: "0.9.0 (commit 0123abc)", Parted: true,
		Sections: []string{"copy"},
		Do: func(_ context.Context, call *Call, stdout io.Writer) error {
			*got = *call
			_, err := io.WriteString(stdout, "done\n")
			return err
		},
	}
}

// TestMain turns the test binary into the sample program if it is started under that name, for shells to complete.
func TestMain(m *testing.M) {
	if os.Getenv("CLI_TEST_SAMPLE") != "" {
		if err := sample(&Call{}).Run(context.Background(), os.Args[1:], os.Stdout, NewConsole("copy", os.Stderr, false)); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// run runs the sample in an empty folder and returns what it prints.
func run(t *testing.T, args ...string) (string, Call, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	var stdout bytes.Buffer
	var call Call
	err := sample(&call).Run(t.Context(), args, &stdout, NewConsole("copy", io.Discard, false))
	return stdout.String(), call, err
}

func TestCall(t *testing.T) {
	none := Call{Inputs: map[string][]string{"lines": nil, "start": nil, "more": nil, "test": nil}, Presets: []string{}, MaxRejects: "1%", Threads: runtime.GOMAXPROCS(0)}
	set := none
	set.Inputs = map[string][]string{"lines": {"a", "b,c"}, "start": nil, "more": {"d"}, "test": {"x=e"}}
	set.Presets = []string{"wr", "big"}
	set.Out, set.Shard, set.MaxRejects, set.Threads, set.Force, set.Verify, set.Metrics = "o", "1/2", "0.5", 3, true, true, "m.prom"
	for _, c := range []struct {
		want Call
		args string
	}{
		{none, "--max-rejects 1%"},
		{set, "--preset wr,big --lines a --lines b,c --more d --test x=e --out o --shard 1/2 --max-rejects 0.5 --threads 3 --force --verify --metrics m.prom"},
	} {
		stdout, got, err := run(t, strings.Fields(c.args)...)
		for name, values := range got.Inputs {
			got.Inputs[name] = append([]string(nil), values...) // no values are nil
		}
		if err != nil || stdout != "done\n" || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, %v, want %+v", c.args, got, err, c.want)
		}
	}
	for _, n := range []string{"0", "-1", "4097", "99999999999", "x"} { // a machine would run out of memory before it has as many
		if _, _, err := run(t, "--threads", n); err == nil || err.Error() != "--threads "+n+": want a number from 1 to 4096" {
			t.Errorf("--threads %s: %v", n, err)
		}
	}
	if stdout, _, err := run(t, "--quiet"); err != nil || stdout != "" {
		t.Errorf("--quiet shows %q, %v", stdout, err)
	}
}

// Every byte of --describe is part of the contract with schedulers.
func TestDescribe(t *testing.T) {
	got, _, err := run(t, "--describe", "--preset", "wr,big", "--rate", "0.5")
	if err != nil {
		t.Fatal(err)
	}
	_, file, _, _ := runtime.Caller(0)
	t.Chdir(filepath.Dir(file))
	golden(t, "describe.json", got)
}

// Inputs and settings cannot use the names of flags that every stage has.
func TestReserved(t *testing.T) {
	p, taken := sample(nil), Reserved(true)
	for _, f := range p.flags() {
		own := slices.ContainsFunc(p.Inputs, func(in input.Input) bool { return in.Flag() == f.Flag }) ||
			slices.ContainsFunc(p.Settings, func(s config.Field) bool { return s.Flag == f.Flag })
		if slices.Contains(taken, f.name()) == own {
			t.Errorf("%s: of the stage %v, reserved %v", f.Flag, own, !own)
		}
	}
	for _, name := range []string{"shard", "help", "h", "version", "v", "man", "generate-completion"} {
		if !slices.Contains(taken, name) {
			t.Errorf("--%s is not reserved", name)
		}
	}
}

// TestOrigin: an error that blames a flag names the pipeline.yaml that gave its value, and only that.
func TestOrigin(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pipeline.yaml")
	if err := os.WriteFile(file, []byte("copy: {mode: upper, words: [a]}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags []string
		says  string
		want  string
	}{
		{nil, "correct --mode, or so", " (" + file + " sets mode)"},
		{[]string{"--mode", "plain"}, "correct --mode", ""},
		{nil, "correct --mode-of-work or --rate", ""},
	} {
		wrong := errors.New(c.says)
		p := sample(&Call{})
		p.Do = func(context.Context, *Call, io.Writer) error { return wrong }
		err := p.Run(t.Context(), append([]string{"--config", file, "--lines", "x", "--out", "y"}, c.flags...), io.Discard, NewConsole("copy", io.Discard, false))
		if !errors.Is(err, wrong) || err.Error() != c.says+c.want {
			t.Errorf("%v, %q: %v", c.flags, c.says, err)
		}
	}
}

// TestPresets: presets of the command line replace those of pipeline.yaml, but for its size, which comes first where the
// command line has none. A stage without presets says so.
func TestPresets(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"pipeline.yaml": "copy: {preset: [big, wr]}\n", "other.yaml": "copy: {preset: none}\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all := []Preset{{Name: "wr"}, {Name: "random"}, {Name: "small", Size: true}, {Name: "big", Size: true}}
	for _, c := range []struct {
		presets    []Preset
		args, want string
	}{
		{all, "--quiet", "big wr"},
		{all, "--preset random", "big random"},
		{all, "--preset random,wr", "big random wr"},
		{all, "--preset small", "small"},
		{all, "--preset wr,small", "wr small"},
		{all, "--preset huge", "error: --preset: no preset \"huge\""},
		{all, "--config other.yaml", "error: other.yaml:1: preset: no preset \"none\""},
		{nil, "--config none --preset wr", "error: --preset: copy has no presets"},
	} {
		var call Call
		p := sample(&call)
		var applied []string
		p.Presets = slices.Clone(c.presets)
		for i, preset := range p.Presets {
			p.Presets[i].Apply = func() { applied = append(applied, preset.Name) }
		}
		err := p.Run(t.Context(), strings.Fields(c.args), io.Discard, NewConsole("copy", io.Discard, false))
		got := strings.Join(applied, " ")
		if err != nil {
			got = "error: " + err.Error()
		}
		if !strings.HasPrefix(got, c.want) || err == nil && !slices.Equal(call.Presets, applied) {
			t.Errorf("%s: %q, and the call has %v; want %q", c.args, got, call.Presets, c.want)
		}
	}
}
