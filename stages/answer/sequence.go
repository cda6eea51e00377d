package answer

import (
	"slices"

	"wrone2set/stages/nn/settrans"
	"wrone2set/stages/text"
)

// Phrases are the phrases of a sequence as CatSeq writes them (settrans.CatSeq), in the order in which they were written:
// what stands between <sep>, <peos> and the ends, up to <eos>. Where nothing stands there is no phrase; a <peos> that is
// missing, or comes again, parts two phrases as <sep> does. So do the authors of One2Seq's reference code part them (Ye et
// al., ACL 2021, github.com/jiacheng-ye/kg_one2set), and like them one that was cut off by the length is taken as it is.
func (t Detokenizer) Phrases(d Source, o Output) (phrases []Answer) {
	end := len(o.Tokens)
	if i := slices.Index(o.Tokens, text.Eos); i >= 0 {
		end = i
	}
	for from := 0; from < end; {
		to := from
		for to < end && o.Tokens[to] != text.Sep && o.Tokens[to] != text.Peos {
			to++
		}
		a := t.Answer(d, Output{Tokens: o.Tokens[from:to], Probabilities: o.Probabilities[from:to], Attended: o.Attended[from:to]})
		if a.End == Phrase {
			phrases = append(phrases, a)
		}
		from = to + 1
	}
	return phrases
}

// Sequences lets a network of CatSeq write about documents of at least one token each. Free has the phrases in the order
// in which they were written, all of the one slot; the rest of Said stays empty.
func (n *Network) Sequences(documents []Document) ([]Said, error) {
	return n.ask(documents, func(memory *settrans.Memory[float32]) ([]Said, error) {
		o := n.Greedy
		o.ForbidNull = true // it was never trained, and would end a sequence as <eos> does
		written, err := n.Model.Greedy(n.Workers, memory, o)
		said := make([]Said, len(written))
		for i := range written {
			said[i].Free = n.phrases(documents[i], written[i][0])
		}
		return said, err
	})
}
