package s3server_test

import (
	"os"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// TestWithoutCredentials: every program and mode says in one line that it has no credentials, with exit code 64.
func TestWithoutCredentials(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the programs")
	}
	p, out := build(t), t.TempDir()
	(&s3server.Server{URL: "http://127.0.0.1:9"}).Environment(t)
	os.Unsetenv("AWS_ACCESS_KEY_ID")
	os.Unsetenv("AWS_SECRET_ACCESS_KEY")
	for _, line := range []string{
		"infer --documents s3://bucket/x --out " + out, "preprocess --train s3://bucket/x --out " + out, "preprocess --sample 30 --out s3://bucket/out",
		"train --data s3://bucket/x --out " + out, "train refit --model s3://bucket/m --data s3://bucket/x --out " + out,
		"score --predictions s3://bucket/x --documents s3://bucket/y --out " + out,
	} {
		if said := p.run(t, stages.ExitUsage, strings.Fields(line)...); !strings.Contains(said, "there are no credentials; set AWS_ACCESS_KEY_ID") || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: %s", line, said)
		}
	}
}
