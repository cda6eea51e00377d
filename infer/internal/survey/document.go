package survey

import (
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Document is a labelled document.
type Document struct {
	ID       string
	Folder   int     // index of the output that it comes from
	Language string  // tag, "und" if it is not known
	Doubtful string  // reason not to trust its scores, "" for none
	Cut      bool    // the model did not read all of it
	Labels   []Label // best first
	Values   [][]string
	Year     int            // 0: not known
	Record   *corpus.Record // nil without the corpus
}

// Label is a keyphrase, or a concept, of a document.
type Label struct {
	Key      string // labels of one key are the same: stems, or a URI
	Text     string // as people write it
	Tokens   string // those of the model, joined by blanks; "" for a concept
	URI      string // of a concept
	Notation string
	Score    float32 // 0 to 1
	Present  bool    // it stands in the text
	Field    string  // "title" or "body", which has its place; "" for none
	Places   [][2]int32
	Surface  string       // the text there
	Reason   *rank.Reason // why a phrase was chosen, nil if that is not known
	Similar  string       // id of the most similar indexed document that has the concept, "" for none
}

// Mean returns the mean score of the labels; 0 without any.
func (d *Document) Mean() float64 {
	sum := 0.
	for i := range d.Labels {
		sum += float64(d.Labels[i].Score)
	}
	return sum / float64(max(len(d.Labels), 1))
}
