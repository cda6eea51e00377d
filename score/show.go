package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/wrone2set/wrone2set/stages"
)

// summaryFile holds what score prints.
const summaryFile = "summary.txt"

// showing prints a finished output.
var showing = stages.Query{Name: "score show", Value: "FOLDER", Do: show,
	Doc: "Prints the summary of a finished output of any mode again."}

// show prints the summary, comparison or tables of a finished output, and the path of its page.
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
