package stages_test

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fusible are the files in which no output depends on a fused multiply-add.
var fusible = []string{
	"stages/model/slots/operations.go", // counts of benchmarks
}

// TestNothingFused compiles the packages that decide the bytes of outputs for a processor on which the compiler fuses products and
// sums of floats wherever the language lets it, and finds no such instruction: amd64 with GOAMD64=v3 fuses the same ones. A
// conversion, float64(x*y) + z, rules it out.
func TestNothingFused(t *testing.T) {
	wholePipelines(t)
	cmd := exec.Command("go", "build", "-gcflags=-S", "./stages/model/...", "./stages/label/...", "./score/...")
	cmd.Dir, cmd.Env = "..", append(os.Environ(), "GOOS=darwin", "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
	listing, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%.2000s", err, listing)
	}
	if n := bytes.Count(listing, []byte("FMULD")); n < 500 {
		t.Fatalf("the listing has %d products of floats: it is no listing of these packages", n)
	}
	fused := regexp.MustCompile(`([^(/]*(?:/[^(/:]+)*\.go:\d+)\)\tFN?M(?:ADD|SUB)[SD]\t`)
	var seen []string
	for _, m := range fused.FindAllSubmatch(listing, -1) {
		at := string(m[1])
		if _, file, ok := strings.Cut(at, "/stages/"); ok {
			at = "stages/" + file
		} else if _, file, ok := strings.Cut(at, "/score/"); ok {
			at = "score/" + file
		}
		if file, _, _ := strings.Cut(at, ":"); !slices.Contains(fusible, file) && !slices.Contains(seen, at) {
			seen = append(seen, at)
			t.Errorf("%s: a product and a sum are fused, which gives other bits on other processors: convert the product, float64(x*y)", at)
		}
	}
}
