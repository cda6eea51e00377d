package schemas

import (
	"fmt"

	"github.com/wrone2set/wrone2set/schemas/internal/guard"
)

// Neighbour is a word or a keyphrase of labelled documents, and the documents that have it. The documents have no names,
// only numbers from 0. Rows of words come first; each kind is in order of Stems.
type Neighbour struct {
	Stems     string  `parquet:"stems"`          // Porter stems of its words, joined by blanks
	Keyphrase string  `parquet:"keyphrase"`      // its most frequent tokens, joined by blanks; "" for a word
	Found     int64   `parquet:"found"`          // documents with the word in their text; 0 for a keyphrase
	Documents []int32 `parquet:"documents,list"` // numbers of the documents, rising, each less the one before it
	Spelling  string  `parquet:"spelling"`       // how most of them spell the keyphrase; "" if that is not known or as Keyphrase
}

func weighNeighbour(n *Neighbour) int {
	return 64 + len(n.Stems) + len(n.Keyphrase) + len(n.Spelling) + 4*len(n.Documents)
}

// checkNeighbour finds documents that do not rise.
func checkNeighbour(n *Neighbour) *guard.ColumnError {
	at := int64(0)
	for i, d := range n.Documents {
		if at += int64(d); d < 0 || d == 0 && i > 0 || at > mostNeighbours {
			return &guard.ColumnError{Column: "documents", Err: fmt.Errorf("%w: document %d of %q", ErrDamaged, at, n.Stems)}
		}
	}
	return nil
}

// mostNeighbours is a limit of the numbers of documents, which bounds memory whatever a file claims. It is that of the setting
// neighbours of train.
const mostNeighbours = 4_000_000
