package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"wrone2set/stages"
)

// summaryFile is what score prints, kept beside the other outputs.
const summaryFile = "summary.txt"

// showing prints what a finished output holds.
var showing = stages.Query{Name: "score show", Value: "FOLDER", Do: show,
	Doc: "Prints the summary of a finished output of score, score compare or score tables again."}

// show prints the summary, the comparison or the tables of a finished output and where its page lies.
func show(ctx context.Context, folder string, stdout io.Writer) error {
	page := "report.html"
	text, err := stages.ReadOutput(ctx, folder, summaryFile)
	for _, other := range []struct{ text, page string }{{compareFile, "compare.html"}, {paperFile, "paper.html"}} {
		if errors.Is(err, fs.ErrNotExist) {
			page = other.page
			text, err = stages.ReadOutput(ctx, folder, other.text)
		}
	}
	if usage := (*stages.UsageError)(nil); errors.As(err, &usage) {
		return err
	}
	if err != nil {
		return &stages.InputError{File: folder, Err: err, Remedy: "give the folder that score wrote"}
	}
	_, err = fmt.Fprintf(stdout, "%s\nreport: %s\n", text, stages.Join(folder, page))
	return err
}
