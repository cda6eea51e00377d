package answer

import (
	"fmt"

	"wrone2set/stages/data/text"
	"wrone2set/stages/model/joint"
	"wrone2set/stages/nn/kernel"
)

// Joint is a network over a pretrained encoder and the vocabulary that it was trained with.
type Joint struct {
	*joint.Model[float32]
	Vocabulary *text.Vocabulary
	Workers    *kernel.Workers
}

// Label finds the phrases of documents of at least one token each. Free has those whose words were tagged, then those that were
// filled in, each with the mean probability of its words; the rest of Said stays empty.
func (n *Joint) Label(documents []Document) ([]Said, error) {
	pieces := make([][]int32, len(documents))
	for i, d := range documents {
		pieces[i] = d.Example.Source
	}
	found, err := n.Model.Label(n.Workers, pieces)
	if err != nil {
		return nil, fmt.Errorf("answer: %w", err)
	}
	said := make([]Said, len(documents))
	for i, phrases := range found {
		source := sourceOf(documents[i], n.Vocabulary)
		for _, p := range phrases {
			o := Output{Tokens: p.Pieces, Probabilities: p.Probabilities, Attended: p.Attended}
			said[i].Free = append(said[i].Free, Detokenizer{Vocabulary: n.Vocabulary}.Answer(source, o))
		}
	}
	return said, nil
}
