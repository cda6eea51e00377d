//go:build nomodel

package label

import (
	"strings"
	"testing"
)

// TestNoModel: without the built-in model a folder has to be named.
func TestNoModel(t *testing.T) {
	if _, err := Open("", DefaultOptions()); err == nil || !strings.Contains(err.Error(), "no built-in model") {
		t.Errorf("%v", err)
	}
	if l, err := Open("../../infer/pretrained/model", DefaultOptions()); err != nil || l.Rule().Name == "" {
		t.Errorf("a folder: %v", err)
	}
}
