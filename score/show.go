package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages"
)

// showing prints a finished output.
var showing = stages.Query{Name: "score show", Value: "FOLDER", Do: show,
	Doc: `Prints the summary of a finished output of any mode again.

Example: score show scores

FOLDER is the output of score, score compare, score tables or score concepts, on a disk or in a bucket. The last line says where
its report is, if it has one.`}

// show returns the summary, comparison or tables of a finished output, and the path of its page.
func show(ctx context.Context, folder string) (any, error) {
	var text []byte
	var err error = fs.ErrNotExist
	var page string
	for _, of := range []struct{ text, page string }{{summaryFile, reportFile}, {compareFile, comparePage}, {paperFile, ""}} {
		if errors.Is(err, fs.ErrNotExist) {
			page = of.page
			text, err = stages.ReadOutput(ctx, folder, of.text)
		}
	}
	if usage := (*stages.UsageError)(nil); errors.As(err, &usage) {
		return nil, err
	}
	if err != nil {
		return nil, &schemas.FileError{File: folder, Err: err, Remedy: "give the folder that score wrote"}
	}
	if page != "" {
		if _, err := stages.ReadOutput(ctx, folder, page); !errors.Is(err, fs.ErrNotExist) { // score concepts writes none
			return fmt.Sprintf("%s\nreport: %s\n", text, stages.Join(folder, page)), nil
		}
	}
	return string(text), nil
}
