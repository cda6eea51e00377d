package schemas

import (
	"errors"
	"fmt"
)

// The functions below estimate the bytes of a row in memory. They decide where row groups end, so a change of one
// changes the bytes of files.

func weighDocument(d *Document) int {
	n := 64 + len(d.ID) + len(d.Hash) + weighWords(d.Title) + weighWords(d.Body)
	n += len(d.TitleText) + len(d.BodyText) + 4*(len(d.TitleSpans)+len(d.BodySpans))
	for _, p := range d.Present {
		n += 8 + weighWords(p)
	}
	for _, p := range d.Absent {
		n += 8 + weighWords(p)
	}
	for _, s := range d.Spellings {
		n += 8 + len(s)
	}
	return n
}

func weighAssigned(a *Assigned) int {
	n := 32 + len(a.ID) + len(a.Digest)
	for i := range a.Concepts {
		c := &a.Concepts[i]
		n += 80 + len(c.Concept) + len(c.Label) + len(c.Notation) + len(c.Surface) + len(c.Neighbour) + 8*len(c.Starts)
	}
	for i := range a.Unmatched {
		n += 56 + len(a.Unmatched[i].Phrase) + len(a.Unmatched[i].Surface)
	}
	return n
}

func weighIndexed(d *Indexed) int {
	return 32 + len(d.ID) + weighWords(d.Stems) + 4*len(d.Counts) + weighWords(d.Concepts) + weighWords(d.Literal)
}

func weighPrediction(p *Prediction) int {
	n := 16 + len(p.ID) + len(p.Language) + len(p.Doubtful) + len(p.Digest)
	for i := range p.Phrases {
		n += 64 + len(p.Phrases[i].Phrase) + weighWords(p.Phrases[i].Tokens) + len(p.Phrases[i].Surface)
	}
	return n
}

func weighMerged(p *MergedPhrase) int {
	return 64 + len(p.ID) + len(p.Phrase) + weighWords(p.Variants) + weighWords(p.Concepts) + weighWords(p.Replaces) + weighWords(p.StandsFor)
}

// weighWords counts the bytes, and 8 per word for its length and levels.
func weighWords(words []string) int {
	n := 8
	for _, w := range words {
		n += 8 + len(w)
	}
	return n
}

func weighNeighbour(n *Neighbour) int {
	return 64 + len(n.Stems) + len(n.Keyphrase) + len(n.Spelling) + len(n.Documents)
}

// checkDocument checks the spans of a document against its tokens and its text, so that callers can cut the text
// without further checks.
func checkDocument(d *Document) (column string, err error) {
	if err := checkSpans(d.TitleSpans, d.Title, d.TitleText); err != nil {
		return "title_spans", err
	}
	if n := len(d.Spellings); n > 0 && n != len(d.Present)+len(d.Absent) {
		return "spellings", fmt.Errorf("%d spellings of %d keyphrases", n, len(d.Present)+len(d.Absent))
	}
	return "body_spans", checkSpans(d.BodySpans, d.Body, d.BodyText)
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

// checkIndexed finds stems without counts.
func checkIndexed(d *Indexed) (column string, err error) {
	if len(d.Stems) != len(d.Counts) {
		return "counts", fmt.Errorf("%d counts of %d stems", len(d.Counts), len(d.Stems))
	}
	for _, n := range d.Counts {
		if n < 1 {
			return "counts", fmt.Errorf("a stem occurs %d times", n)
		}
	}
	return "", nil
}

// checkMerged finds concepts without an id or a phrase.
func checkMerged(p *MergedPhrase) (column string, err error) {
	switch {
	case p.ID == "":
		return "id", errors.New("a concept has no id")
	case len(p.Variants) == 0 || p.Variants[0] != p.Phrase:
		return "variants", fmt.Errorf("the first variant of %q is not its phrase", p.Phrase)
	}
	return "", nil
}
