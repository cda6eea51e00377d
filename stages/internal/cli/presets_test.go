package cli

import (
	"context"
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestPresets: presets of the command line replace those of pipeline.yaml, but for its size, which comes first where the
// command line has none. A stage without presets says so.
func TestPresets(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("pipeline.yaml", []byte("copy: {preset: [big, wr]}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ args, want string }{
		{"--quiet", "big wr"},
		{"--preset random", "big random"},
		{"--preset random,wr", "big random wr"},
		{"--preset small", "small"},
		{"--preset wr,small", "wr small"},
		{"--preset huge", "error: --preset: no preset \"huge\""},
		{"--config other.yaml", "error: other.yaml:1: preset: no preset \"none\""},
	} {
		if err := os.WriteFile("other.yaml", []byte("copy: {preset: none}\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		var call Call
		p := sample(&call)
		p.Presets = []PresetDescription{{Name: "wr"}, {Name: "random"}, {Name: "small", Size: true}, {Name: "big", Size: true}}
		var applied []string
		p.Apply = func(preset string) { applied = append(applied, preset) }
		err := p.Run(context.Background(), strings.Fields(c.args), io.Discard, NewConsole("copy", io.Discard, false))
		got := strings.Join(applied, " ")
		if err != nil {
			got = "error: " + err.Error()
		}
		if !strings.HasPrefix(got, c.want) || err == nil && !slices.Equal(call.Presets, applied) {
			t.Errorf("%s: %q, and the call has %v; want %q", c.args, got, call.Presets, c.want)
		}
	}
	p := sample(&Call{})
	p.Presets = nil
	if err := p.Run(context.Background(), []string{"--config", "none", "--preset", "wr"}, io.Discard, NewConsole("copy", io.Discard, false)); err == nil || !strings.Contains(err.Error(), "--preset: copy has no presets") {
		t.Errorf("no presets: %v", err)
	}
}
