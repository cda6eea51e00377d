package schemas

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// Steps encodes the starts and ends of tokens, two per token and in order, in place: each number becomes its distance
// from the number before it, the first from 0. Such small, similar numbers take well under half the space in a file.
func Steps(spans []int32) []int32 {
	for i := len(spans) - 1; i > 0; i-- {
		spans[i] -= spans[i-1]
	}
	return spans
}

// Spans decodes the result of Steps into starts and ends, in a new list.
func Spans(steps []int32) []int32 {
	spans := make([]int32, len(steps))
	sum := int32(0)
	for i, n := range steps {
		sum += n
		spans[i] = sum
	}
	return spans
}

// checkDocument checks the spans of a document against its tokens and its text, so that callers can cut the text
// without further checks.
func checkDocument(d *Document) *guard.ColumnError {
	if err := checkSpans(d.TitleSpans, d.Title, d.TitleText); err != nil {
		return &guard.ColumnError{Column: "title_spans", Err: err}
	}
	if err := checkSpans(d.BodySpans, d.Body, d.BodyText); err != nil {
		return &guard.ColumnError{Column: "body_spans", Err: err}
	}
	if n := len(d.Spellings); n > 0 && n != len(d.Present)+len(d.Absent) {
		return &guard.ColumnError{Column: "spellings", Err: fmt.Errorf("%d spellings of %d keyphrases", n, len(d.Present)+len(d.Absent))}
	}
	return nil
}

func checkSpans(steps []int32, tokens []string, text string) error {
	if text == "" && len(steps) == 0 {
		return nil
	}
	if len(steps) != 2*len(tokens) {
		return fmt.Errorf("%d numbers for %d tokens of a text of %d bytes", len(steps), len(tokens), len(text))
	}
	left := len(text)
	for i, n := range steps {
		if left -= int(n); n < 0 || left < 0 {
			return fmt.Errorf("token %d does not stand behind the one before it in a text of %d bytes", i/2+1, len(text))
		}
	}
	return nil
}
