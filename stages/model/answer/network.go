package answer

import (
	"fmt"

	"wrone2set/schemas"
	"wrone2set/stages/data/text"
	"wrone2set/stages/model/choose"
	"wrone2set/stages/model/slots"
	"wrone2set/stages/nn/kernel"
)

// Document is a document as it is given to the network.
type Document struct {
	Tokens  []string // title and body, also behind what the network reads
	Title   int      // how many of them are the title's
	Example schemas.Example
	Words   []int32 // of a vocabulary of pieces, see Source
	Cut     bool    // the network reads the first tokens alone
}

// MaxOOV is how many words outside the vocabulary a document can copy unless its reader sets another number: 1000, as in
// the published run. A choice is fitted with it.
const MaxOOV = 1000

// Prepare encodes a document, cut to what the network has positions for.
func Prepare(v *text.Vocabulary, d *schemas.Document, e text.Encoding) Document {
	tokens := append(d.Title[:len(d.Title):len(d.Title)], d.Body...)
	p := Document{Tokens: tokens, Title: len(d.Title)}
	if v.Pieces() > 0 {
		ids, words := v.Cut(tokens)
		p.Example, p.Words = schemas.Example{ID: d.ID, Source: ids, Extended: ids}, words
		p.Cut = len(tokens) > 0 && int(words[len(words)-2])+1 < len(tokens)
		return p
	}
	p.Cut = len(tokens) > slots.MaxSource
	p.Example = v.Encode(d.ID, tokens[:min(len(tokens), slots.MaxSource)], nil, e)
	return p
}

// Network is a network and the vocabulary that it was trained with.
type Network struct {
	*slots.Model[float32]
	Vocabulary *text.Vocabulary
	Workers    *kernel.Workers
	Known      *choose.Known // phrases that training documents have; nil: none
	Runs       bool          // runs of words of the text are candidates, too
	// Greedy says how slots are written: with the zero value as the network finds. Both sets its Floor and Branching.
	Greedy slots.GreedyOptions
}

// Said is what the slots said about one document.
type Said struct {
	Free   []Answer       // with ∅ allowed, as the paper has it
	Forced []Answer       // with ∅ forbidden
	Slots  []choose.Slot  // the same for the choice among the phrases of all slots
	Others []choose.Other // the alternatives
	First  []float32      // probability of the first free token
	Null   []float32      // of ∅ at the first step

	chances []choose.Chance
	known   *choose.Known
	runs    bool
}

// Free lets the slots write about documents of at least one token each, with ∅ allowed. Forced, Slots, First and Null
// stay empty.
func (n *Network) Free(documents []Document) ([]Said, error) {
	return n.ask(documents, func(memory *slots.Memory[float32]) ([]Said, error) {
		free, err := n.Model.Greedy(n.Workers, memory, n.Greedy)
		said := make([]Said, len(free))
		for i := range free {
			said[i].Free = n.answers(documents[i], free[i])
		}
		return said, err
	})
}

// Both lets the slots write with ∅ allowed and forbidden, and alternatives. These and forced phrases of slots that said ∅
// may be cut once the product of their probabilities is below floor, see choose.Candidates; with Greedy.Whole the forced
// phrases are not.
func (n *Network) Both(documents []Document, floor float64, branching choose.Branching) ([]Said, error) {
	return n.ask(documents, func(memory *slots.Memory[float32]) ([]Said, error) {
		o := n.Greedy
		o.Floor, o.Branching = floor, slots.Branching(branching)
		both, err := n.Model.GreedyBoth(n.Workers, memory, o)
		if err != nil {
			return nil, err
		}
		said := make([]Said, len(documents))
		for i := range said {
			s := &said[i]
			s.known, s.runs = n.Known, n.Runs
			s.Free, s.Forced = n.answers(documents[i], both.Free[i]), n.answers(documents[i], both.Forced[i])
			for k, w := range both.Forced[i] {
				s.Slots = append(s.Slots, slot(s.Free[k], s.Forced[k], w))
				s.First, s.Null = append(s.First, both.Free[i][k].Scores[0]), append(s.Null, w.Null)
			}
			s.chances = chances(documents[i], both.Chances[i])
			for _, a := range both.Alternatives[i] {
				written := n.answer(documents[i], a.Written)
				s.Others = append(s.Others, choose.Other{Number: a.Slot, Slot: slot(Answer{End: Null}, written, a.Written)})
			}
		}
		return said, nil
	})
}

// ask encodes the documents and hands their memory to write.
func (n *Network) ask(documents []Document, write func(*slots.Memory[float32]) ([]Said, error)) ([]Said, error) {
	examples := make([]schemas.Example, len(documents))
	for i := range documents {
		examples[i] = documents[i].Example
	}
	docs, err := slots.Pack(examples)
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	memory, err := n.Encode(n.Workers, docs)
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	defer memory.Free()
	said, err := write(memory)
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	return said, nil
}

func (n *Network) answers(d Document, written []slots.Written[float32]) []Answer {
	answers := make([]Answer, len(written))
	for i, w := range written {
		answers[i] = n.answer(d, w)
	}
	return answers
}

func (n *Network) answer(d Document, w slots.Written[float32]) Answer {
	return Detokenizer{Vocabulary: n.Vocabulary}.Answer(n.source(d), output(w))
}

func (n *Network) phrases(d Document, w slots.Written[float32]) []Answer {
	return Detokenizer{Vocabulary: n.Vocabulary}.Phrases(n.source(d), output(w))
}

func (n *Network) source(d Document) Source { return sourceOf(d, n.Vocabulary) }

func sourceOf(d Document, v *text.Vocabulary) Source {
	source := Source{Tokens: d.Tokens, OOV: d.Example.OOV, Read: d.Example.Source, Words: d.Words}
	if d.Words != nil {
		source.Unnamed = v.Unnamed()
	}
	return source
}

func output(w slots.Written[float32]) Output {
	return Output{Tokens: w.Tokens, Probabilities: w.Scores, Attended: w.Attended}
}

// slot is what a slot wrote, as the choice among the phrases of all slots wants it.
func slot(free, forced Answer, w slots.Written[float32]) choose.Slot {
	s := choose.Slot{Null: float64(w.Null), Said: free.End == Phrase, Words: forced.Words, Probabilities: forced.Steps}
	if s.Probabilities != nil {
		return s
	}
	s.Probabilities = make([]float64, len(w.Scores))
	for i, p := range w.Scores {
		s.Probabilities[i] = float64(p)
	}
	return s
}

// Candidates are the phrases of all slots and the alternatives, and with Runs those of the text.
func (s *Said) Candidates(stemmer *text.Stemmer, d Document, floor float64) []choose.Candidate {
	return choose.Candidates(stemmer, choose.Document{
		Tokens: d.Tokens, Title: d.Title, Slots: s.Slots, Others: s.Others, Chances: s.chances, Known: s.known, Runs: s.runs,
	}, floor)
}
