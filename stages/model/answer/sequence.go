package answer

import (
	"math"
	"slices"

	"wrone2set/stages/data/text"
	"wrone2set/stages/model/slots"
)

// Phrases are the phrases of a sequence as CatSeq writes them (slots.CatSeq), in the order in which they were written:
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

// Sequences lets a network of CatSeq write about documents of at least one token each: the best sequence that a beam search
// finds, which is the greedy one where it is 1 wide. Free has the phrases in the order in which they were written, all of
// the one slot; the rest of Said stays empty.
func (n *Network) Sequences(documents []Document, o slots.BeamOptions) ([]Said, error) {
	return n.search(documents, o, func(d Document, found []slots.Hypothesis[float32]) []Answer {
		return n.phrases(d, found[0].Written)
	})
}

// Search lets a network of One2One write about documents of at least one token each. Free has what a beam search finds,
// best first, each phrase with the score of the search, e^(log p / n^x), for its own; the rest of Said stays empty.
func (n *Network) Search(documents []Document, o slots.BeamOptions) ([]Said, error) {
	return n.search(documents, o, func(d Document, found []slots.Hypothesis[float32]) []Answer {
		answers := make([]Answer, len(found))
		for i, h := range found {
			if answers[i] = n.answer(d, h.Written); answers[i].End == Phrase {
				answers[i].Score = math.Exp(h.Score)
			}
		}
		return answers
	})
}

func (n *Network) search(documents []Document, o slots.BeamOptions, say func(Document, []slots.Hypothesis[float32]) []Answer) ([]Said, error) {
	return n.ask(documents, func(memory *slots.Memory[float32]) ([]Said, error) {
		found, err := n.Model.Beam(n.Workers, memory, o)
		said := make([]Said, len(found))
		for i := range found {
			said[i].Free = say(documents[i], found[i])
		}
		return said, err
	})
}
