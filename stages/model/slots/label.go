package slots

import (
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/nn/kernel"
)

// Network is a network and the vocabulary that it was trained with.
type Network struct {
	*Model[float32]
	Vocabulary        *text.Vocabulary
	Workers           *kernel.Workers
	phrase.Companions      // of the choice
	Runs              bool // whether runs of words of the text are candidates
	// Greedy says how slots are decoded. Ask sets its Floor and Branching.
	Greedy GreedyOptions
}

// Answers is what the slots wrote about one document, one entry per slot.
type Answers struct {
	Vanilla []choose.Answer // with ∅ allowed, as in the paper
	NonNull []choose.Answer // with ∅ forbidden, and probability of ∅ at the first step
	First   []float32       // probability of the first token written with ∅ allowed

	// For the choice.
	alternatives []choose.Answer
	chances      []choose.Chance
	with         phrase.Companions
	runs         bool
}

// Ask decodes the slots of documents of at least one token each, with ∅ allowed, with ∅ forbidden, and with alternatives. It stops
// alternatives, and slots that chose ∅, once the product of their probabilities is below floor; see choose.Candidates. With
// Greedy.Whole it does not stop slots.
func (n *Network) Ask(documents []phrase.Document, floor float64, branching choose.Branching) ([]Answers, error) {
	o := n.Greedy
	o.Floor, o.Branching = floor, branching
	return n.ask(documents, o)
}

// ask decodes the slots of documents. With o.Vanilla it sets only Vanilla of the Answers.
func (n *Network) ask(documents []phrase.Document, o GreedyOptions) ([]Answers, error) {
	memory, err := n.Remember(n.Workers, documents)
	if err != nil {
		return nil, err
	}
	defer memory.Free()
	written, err := n.Model.Greedy(n.Workers, memory, o)
	if err != nil {
		return nil, err
	}
	all := make([]Answers, len(documents))
	for i, d := range documents {
		s := &all[i]
		if s.Vanilla = n.answers(d, written.Vanilla[i]); o.Vanilla {
			continue
		}
		s.NonNull, s.with, s.runs = n.answers(d, written.NonNull[i]), n.Companions, n.Runs
		for k, w := range written.Vanilla[i] {
			s.NonNull[k].Said = len(s.Vanilla[k].Words) > 0
			s.First = append(s.First, w.Probabilities[0])
		}
		s.chances = chances(d, written.Chances[i])
		for _, a := range written.Alternatives[i] {
			answer := n.answer(d, a.Written)
			answer.Slot = a.Slot
			s.alternatives = append(s.alternatives, answer)
		}
	}
	return all, nil
}

// Remember encodes documents of at least one token each. The caller must Free the result.
func (m *Model[T]) Remember(w *kernel.Workers, documents []phrase.Document) (*Memory[T], error) {
	examples := make([]schemas.Example, len(documents))
	for i := range documents {
		examples[i] = documents[i].Example
	}
	docs, err := Pack(examples)
	if err != nil {
		return nil, err
	}
	return m.Encode(w, docs)
}

func (n *Network) answers(d phrase.Document, written []Written[float32]) []choose.Answer {
	answers := make([]choose.Answer, len(written))
	for i, w := range written {
		answers[i] = n.answer(d, w)
	}
	return answers
}

func (n *Network) answer(d phrase.Document, w Written[float32]) choose.Answer {
	a := d.Answer(n.Vocabulary, w.Output)
	a.Null = float64(w.Null)
	return a
}

// Candidates returns the phrases of slots and alternatives and, with Runs, runs of words of the text; see choose.Candidates.
func (s *Answers) Candidates(stemmer *text.Stemmer, d phrase.Document, floor float64) []choose.Candidate {
	return choose.Candidates(stemmer, s.material(d), floor)
}

func (s *Answers) material(d phrase.Document) choose.Material {
	return choose.Material{
		Tokens: d.Tokens, Title: d.Title, Slots: s.NonNull, Alternatives: s.alternatives, Chances: s.chances,
		Known: s.with.Known, Neighbours: s.with.Neighbours, Runs: s.runs, Cases: d.Cases(),
	}
}

// Labeller labels documents with a network.
type Labeller struct {
	Network
	phrase.Options
	memory choose.Memory
}

// Prepare prepares m for labelling. m must not be trained afterwards.
func Prepare(m *Model[float32], o phrase.Options) {
	if o.Int8 {
		Quantise(o.Workers, m)
	} else {
		m.Pack(o.Workers)
	}
	m.Shortlist(o.Workers, o.Shortlist)
}

// NewLabeller prepares m for labelling. m must not be trained afterwards.
func NewLabeller(m *Model[float32], o phrase.Options) *Labeller {
	Prepare(m, o)
	o.Lister.Each = o.Rule.Top
	n := Network{Model: m, Vocabulary: o.Vocabulary, Workers: o.Workers, Companions: o.Companions, Runs: o.Choice != nil && o.Choice.Runs,
		Greedy: GreedyOptions{Whole: o.Slots}}
	if o.Rule.Name == rank.Slots {
		o.Choice = nil
	}
	return &Labeller{Network: n, Options: o}
}

// Label implements phrase.Labeller.
func (l *Labeller) Label(documents []phrase.Document) ([]phrase.Label, error) {
	all, err := l.answersOf(documents)
	if err != nil {
		return nil, err
	}
	labels := make([]phrase.Label, len(documents))
	for i, d := range documents {
		if l.Ended != nil { // per document: the candidates of a long one take a second
			if err := l.Ended(); err != nil {
				return nil, err
			}
		}
		labels[i].Phrases, labels[i].Reasons = l.phrases(d, &all[i])
		if l.Options.Slots {
			labels[i].Slots = rows(d.Given.ID, &all[i])
		}
	}
	return labels, nil
}

// answersOf decodes with ∅ forbidden only if the choice or the output of slots needs it. The floor is the choice's even if
// slots are output: otherwise the same documents would get other probabilities. See GreedyOptions.Whole.
func (l *Labeller) answersOf(documents []phrase.Document) ([]Answers, error) {
	switch {
	case l.Choice == nil && l.Options.Slots:
		return l.Ask(documents, 0, choose.Branching{})
	case l.Choice == nil:
		o := l.Greedy
		o.Vanilla = true
		return l.ask(documents, o)
	}
	return l.Ask(documents, l.Choice.Floor, l.Choice.Branching)
}

// phrases returns the keyphrases of a document, with Why and a choice also the reasons.
func (l *Labeller) phrases(d phrase.Document, said *Answers) ([]schemas.Phrase, map[string]rank.Reason) {
	if l.Choice == nil {
		return l.Lister.List(d.Given, said.Vanilla), nil
	}
	candidates := l.memory.Candidates(l.Lister.Stemmer, said.material(d), l.Choice.Floor)
	l.Choice.Assess(candidates)
	candidates = l.Lister.Sensible(d, candidates)
	return l.Chosen(d, said.material(d), candidates, func(all []choose.Candidate) []choose.Candidate { return l.Choice.Pick(l.Rule, all) })
}

// rows returns what the slots of a document wrote, for the output of slots.
func rows(id string, said *Answers) (rows []schemas.Slot) {
	for n, vanilla := range said.Vanilla {
		nonNull := said.NonNull[n]
		rows = append(rows, schemas.Slot{
			ID: id, Slot: int32(n), NullProbability: float32(nonNull.Null), FirstProbability: said.First[n],
			Vanilla: vanilla.Words, VanillaProbability: float32(vanilla.Score),
			NonNull: nonNull.Words, NonNullProbability: float32(nonNull.Score),
		})
	}
	return rows
}

// Silent implements phrase.Labeller: no phrases, and every slot is sure of ∅.
func (l *Labeller) Silent(id string) (label phrase.Label) {
	if l.Options.Slots {
		for n := range l.Model.Slots {
			label.Slots = append(label.Slots, schemas.Slot{ID: id, Slot: int32(n), NullProbability: 1, FirstProbability: 1, VanillaProbability: 1})
		}
	}
	return label
}

// Alone implements phrase.Labeller.
func (l *Labeller) Alone() phrase.Labeller {
	alone := &Labeller{Network: l.Network, Options: l.Options.Alone()}
	alone.Network.Workers = alone.Options.Workers
	return alone
}
