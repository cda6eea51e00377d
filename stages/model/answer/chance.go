package answer

import (
	"cmp"
	"slices"

	"wrone2set/stages/model/choose"
	"wrone2set/stages/model/slots"
)

// chances are those of each token of a document, of pieces those of its first; none of tokens that the network does not
// read or cannot copy.
func chances(d Document, of []slots.Chance) []choose.Chance {
	all := make([]choose.Chance, len(d.Tokens))
	for i, id := range d.Example.Extended {
		at := i
		if d.Words != nil {
			if at = int(d.Words[i]); at < 0 || d.Words[i-1] == d.Words[i] {
				continue
			}
		}
		k, ok := slices.BinarySearchFunc(of, id, func(c slots.Chance, id int32) int { return cmp.Compare(c.ID, id) })
		if ok {
			all[at] = choose.Chance{Opens: of[k].Opens, GoesOn: of[k].GoesOn}
		}
	}
	return all
}
