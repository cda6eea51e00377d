// Package reuse takes rows of finished outputs for documents that are labelled already.
//
//	facts of two outputs ─ Differences ─► none, or why no row may be taken
//	files of an output ─── NewIndex ────► Index ─ Find ─► number of a row ─ Rows ─► row
//
// The row of a document depends on its content, on the model, on the program and on some of the settings, and on no other document
// (see package label). The content is what Document.Digest of schemas is made of, for a document of text. Tokens of preprocess are not
// in the digest of their text, so documents of tokens are labelled anew. The id is in the row and nothing depends on it.
package reuse

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// like is the fact of the input by whose documents, read with the same settings, rows differ.
const like = "input like"

// The facts that two outputs need not share, in the words of Mark.Facts, for a row of the one to be a row of the other. All other
// facts count, also those that later versions add: the model, the version, and the settings that choose phrases or concepts.
var (
	// Where the text of a document stands in its file. The text itself is compared. These count if there is an input like.
	read = []string{"format", "body", "delimiter", "quotes", "encoding", "sheet", "columns", "keyword_separator", "keywords_line"}

	free = []string{
		"input documents", "repeated_ids", "limit", "part_documents", "parts", // which documents there are, under which ids and in which files
		"absent", "export", "export_text", "export_scores", "spreadsheet_safe", "export_delimiter", "bom", "raw_cells", "partition_by", // exports are written anew of all rows
		"input reuse", // an output that took rows has the bytes of one that did not
	}
)

// Differences says what keeps the rows of an output made then from being those of one made now, by the facts of both. It is empty
// if nothing does.
func Differences(then, now map[string]string) (all []string) {
	facts := maps.Clone(then)
	maps.Copy(facts, now)
	for _, fact := range slices.Sorted(maps.Keys(facts)) {
		before, after := strings.TrimSpace(then[fact]), strings.TrimSpace(now[fact])
		switch {
		case before == after || slices.Contains(free, fact) || now[like] == "" && slices.Contains(read, fact):
		case strings.HasPrefix(fact, "input "):
			all = append(all, strings.Replace(fact, "input ", "--", 1)+" has other files")
		default:
			all = append(all, fmt.Sprintf("%s %s then, %s now", fact, cmp.Or(before, "unset"), cmp.Or(after, "unset")))
		}
	}
	return all
}
