package array

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/cli"
	"github.com/wrone2set/wrone2set/stages/internal/fault"
	"github.com/wrone2set/wrone2set/stages/stagetest/cases"
)

func TestArrayShard(t *testing.T) {
	for _, c := range cases.Read(t, "testdata/cases.txt", "shards", 6) {
		vars, want, says := map[string]string{}, c[4], c[5]
		for _, v := range strings.Fields(c[3]) {
			name, value, _ := strings.Cut(v, "=")
			vars[name] = value
		}
		s, from, err := Find(&cli.Call{Shard: c[1], Shards: c[2]}, func(name string) string { return vars[name] })
		var usage *fault.UsageError
		switch {
		case want == "refused" && (!errors.As(err, &usage) || !strings.Contains(err.Error(), says)):
			t.Errorf("%s: %v, want a refusal with %s", c[0], err, says)
		case want != "refused" && (err != nil || fmt.Sprint(s) != want || !strings.Contains(from, says) || (from == "") != (says == "")):
			t.Errorf("%s: shard %v from %q: %v, want %s from %q", c[0], s, from, err, want, says)
		}
	}
}

// TestHas: each part belongs to exactly one shard.
func TestHas(t *testing.T) {
	for of := 1; of < 7; of++ {
		for part := range 20 {
			had := 0
			for i := range of {
				if (Shard{i, of}).Has(part) {
					had++
				}
			}
			if had != 1 {
				t.Fatalf("%d of %d shards have part %d", had, of, part)
			}
		}
	}
}
