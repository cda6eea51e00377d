package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"wrone2set/stages"
)

// summaryFile is what score prints, kept beside the other outputs.
const summaryFile = "summary.txt"

// show prints the summary of a finished output and where its report lies. It
// returns the exit code: 0, or 3 if the folder holds no summary.
func show(folder string, stdout, stderr io.Writer) int {
	text, err := os.ReadFile(filepath.Join(folder, summaryFile))
	if err != nil {
		fmt.Fprintf(stderr, "score: %v; give the folder that score wrote\n", err)
		return stages.ExitInput
	}
	if _, err := fmt.Fprintf(stdout, "%s\nreport: %s\n", text, filepath.Join(folder, "report.html")); err != nil {
		return stages.ExitFailed
	}
	return stages.ExitDone
}
