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

// show prints the summary of a finished output and where its report lies.
func show(folder string, stdout io.Writer) error {
	text, err := os.ReadFile(filepath.Join(folder, summaryFile))
	if err != nil {
		return &stages.InputError{File: folder, Err: err, Remedy: "give the folder that score wrote"}
	}
	_, err = fmt.Fprintf(stdout, "%s\nreport: %s\n", text, filepath.Join(folder, "report.html"))
	return err
}
