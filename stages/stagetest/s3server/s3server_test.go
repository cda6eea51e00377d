package s3server

import (
	"os"
	"strings"
	"testing"
)

// TestPinned: make s3server builds the version that Real looks for.
func TestPinned(t *testing.T) {
	makefile, err := os.ReadFile("../../../Makefile")
	if err != nil || !strings.Contains(string(makefile), "VERSITYGW   := github.com/versity/versitygw/cmd/versitygw@"+version+"\n") {
		t.Errorf("the Makefile does not pin %s: %v", version, err)
	}
}
