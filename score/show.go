package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"wrone2set/stages"
)

// summaryFile is what score prints, kept beside the other outputs.
const summaryFile = "summary.txt"

// show prints the summary, or the comparison, of a finished output and where its page lies.
func show(folder string, stdout io.Writer) error {
	page := "report.html"
	text, err := os.ReadFile(filepath.Join(folder, summaryFile))
	if errors.Is(err, fs.ErrNotExist) {
		var other error
		if text, other = os.ReadFile(filepath.Join(folder, compareFile)); other == nil {
			page, err = "compare.html", nil
		}
	}
	if err != nil {
		return &stages.InputError{File: folder, Err: err, Remedy: "give the folder that score wrote"}
	}
	_, err = fmt.Fprintf(stdout, "%s\nreport: %s\n", text, filepath.Join(folder, page))
	return err
}
