package machine

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// The manifest names the processor as the system's own tool does.
func TestCPUName(t *testing.T) {
	if _, err := os.Stat("/proc/cpuinfo"); err != nil {
		t.Skip(err)
	}
	out, err := exec.Command("lscpu").Output()
	if err != nil {
		t.Skip("no lscpu to ask: ", err)
	}
	for line := range strings.Lines(string(out)) {
		if want, ok := strings.CutPrefix(line, "Model name:"); ok {
			if got := cpuName(); got != strings.TrimSpace(want) {
				t.Errorf("%q, lscpu says %q", got, strings.TrimSpace(want))
			}
			return
		}
	}
	t.Skip("lscpu names no processor")
}
