package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestExchangeBoilerplate: --boilerplate keep reads what is not read without it, and the last lines count that only then.
func TestExchangeBoilerplate(t *testing.T) {
	path := streamFile(t, []asked{{1, "Moss on slate roofs", "Moss grows on slate.\n© 2019 Harbour Press. All rights reserved."}})
	const said = "text that is not about its document is not read"
	for value, counted := range map[string]bool{"": true, "drop": true, "keep": false} {
		args := []string{"--model", modelDir(t), "--documents", path}
		if value != "" {
			args = append(args, "--boilerplate", value)
		}
		if r := stagetest.Do(t, streaming(), args...); strings.Contains(r.Stderr, said) != counted {
			t.Errorf("%q: %s", value, r.Stderr)
		}
	}
	stagetest.Refused(t, streaming(), stages.ExitUsage, []string{"boilerplate", "drop"}, "--model", modelDir(t), "--documents", path, "--boilerplate", "none")
}

// TestExchangeUsage: an answer has one stream, and none of what goes with files.
func TestExchangeUsage(t *testing.T) {
	path := streamFile(t)
	args := []string{"--model", modelDir(t), "--documents", path}
	if got, _ := said(t, args...); len(got) != 0 {
		t.Errorf("no batches: %q", got)
	}
	for flag, value := range map[string]string{"--out": "-", "--export": "csv", "--format": "arrow", "--slots": "", "--limit": "1", "--shard": "0/2"} {
		stagetest.Refused(t, streaming(), stages.ExitUsage, []string{"there is no flag " + flag}, append(slices.Clone(args), flag, value)...)
	}
	stagetest.Refused(t, streaming(), stages.ExitUsage, []string{"--documents"}, append(slices.Clone(args), "--documents", path)...)
}
