package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/model"
	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// A script is a model whose every probability stands in a test, so that what infer must say of a document follows by
// hand. It reads
//
//	words graph cuts image
//	slot graph .75 <null> .25
//	slot at <unk> copy .75 cuts .25
//	after graph cuts .5 <eos> .5
//	system catseq 12
//
// words is the vocabulary behind the special tokens, a slot line what the next slot writes first, an after line what
// any slot writes behind a word. Each is a list of words and probabilities; copy is the share of the words that the
// slot looks at, those of the document, all with the same weight, or those named with at: <unk> is any word outside
// the vocabulary. Behind a word without a line comes <eos>.
//
// Nothing else of the network is in it: the layers add nothing to the stream, which therefore says in which line the
// decoder stands, the slot's at the first step and that of the word just written at all later ones.
type script struct {
	words  []string
	slots  []line
	after  map[string]line
	length int // L
	system string
}

// line is what is written next.
type line struct {
	words []string
	p     []float64
	copy  float64
	at    string // "": the whole document
}

// readScript reads a script.
func readScript(text string) (script, error) {
	s := script{after: map[string]line{}, length: 4}
	for l := range strings.Lines(text) {
		f := strings.Fields(l)
		if len(f) == 0 {
			continue
		}
		var err error
		switch f[0] {
		case "words":
			s.words = append(s.words, f[1:]...)
		case "slot":
			var n line
			n, err = readLine(f[1:])
			s.slots = append(s.slots, n)
		case "after":
			s.after[f[1]], err = readLine(f[2:])
		case "system":
			s.system = strings.Replace(f[1], "one2set", "", 1)
			s.length, err = strconv.Atoi(f[2])
		default:
			err = errors.New("want words, slot, after or system")
		}
		if err != nil {
			return s, fmt.Errorf("%s: %w", l, err)
		}
	}
	return s, nil
}

func readLine(f []string) (l line, err error) {
	sum := 0.0
	for ; len(f) > 1; f = f[2:] {
		if f[0] == "at" {
			l.at = f[1]
			continue
		}
		p, err := strconv.ParseFloat(f[1], 64)
		if err != nil {
			return l, err
		}
		if sum += p; f[0] == "copy" {
			l.copy = p
		} else {
			l.words, l.p = append(l.words, f[0]), append(l.p, p)
		}
	}
	if len(f) > 0 || math.Abs(sum-1) > 1e-9 {
		return l, fmt.Errorf("probabilities of %v", sum)
	}
	return l, nil
}

// The network of a script. Both streams are one large number in the place of what they stand for, so that beside it
// nothing counts, not even a position; the norms bring that to exactly 1, and all others to 0.
const (
	scriptWidth = 64
	slotSize    = 1 << 10
	wordSize    = 1 << 50 // a word in the stream drowns the slot
	sure        = 40      // a logit of what always is, or of the words of a line against all others
)

// saveScript writes the model folder of a script.
func saveScript(t testing.TB, text, dir string) {
	t.Helper()
	s, err := readScript(text)
	if err == nil {
		err = s.save(t, dir)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// save writes the model folder of the script.
func (s script) save(t testing.TB, dir string) error {
	t.Helper()
	vocabulary := append(append([]string{}, text.Specials...), s.words...)
	ids := map[string]int{}
	for i, w := range vocabulary {
		ids[w] = i
	}
	n := len(s.slots)
	if n+len(vocabulary) > scriptWidth {
		return fmt.Errorf("%d slots and %d words, there is room for %d", n, len(vocabulary), scriptWidth)
	}
	m, err := model.New(model.Shape{Config: slots.Config{Vocab: len(vocabulary), Slots: n, PhraseLen: s.length, Width: scriptWidth,
		Heads: 1, FF: 1, EncoderLayers: 1, DecoderLayers: 1, System: s.system}}, 1)
	if err != nil {
		return err
	}
	w := weights{}
	for _, p := range m.Params() {
		w[p.Name] = p.Weights
		clear(w[p.Name])
	}
	const d, q = scriptWidth, "decoder.layer_stacks.0.encoder_attn"
	for i := range d {
		for _, name := range []string{"encoder.input_fc", "decoder.input_fc", "decoder.output_fc", q + ".k_proj"} {
			w[name+".weight"][i*d+i] = 1
		}
		for _, name := range []string{"encoder.layer_norm", "decoder.layer_norm", q + "_layer_norm"} {
			w[name+".weight"][i], w[name+".bias"][i] = float32(math.Sqrt(d-1))/d, 1./d
		}
	}
	for i := range vocabulary {
		if i != int(text.Bos) { // the first step knows its slot alone
			w["encoder.embed.weight"][i*d+n+i] = wordSize / 8 // times √d
		}
	}
	place := func(at int, l line) error {
		for i, word := range l.words {
			id, ok := ids[word]
			if !ok {
				return fmt.Errorf("%s is no word of the script", word)
			}
			w["decoder.output_layer.weight"][id*d+at] = float32(sure + math.Log(l.p[i]/(1-l.copy)))
		}
		w["decoder.p_gen_linear.weight"][at] = float32(min(max(math.Log(1-l.copy)-math.Log(l.copy), -sure), sure))
		if l.at != "" {
			w[q+".q_proj.weight"][(n+ids[l.at])*d+at] = sure * 8 // all attention: queries are divided by √d
		}
		return nil
	}
	for i, l := range s.slots {
		w["decoder.control_code.weight"][i*d+i] = slotSize
		if err := place(i, l); err != nil {
			return err
		}
	}
	for i, word := range vocabulary {
		l, ok := s.after[word]
		if !ok {
			l = line{words: []string{"<eos>"}, p: []float64{1}}
		}
		if err := place(n+i, l); err != nil {
			return err
		}
	}
	var rows []schemas.VocabRow
	for i, word := range vocabulary {
		rows = append(rows, schemas.VocabRow{ID: int32(i), Token: word})
	}
	saveModel(t, m, dir)
	saveVocabulary(t, dir, nil, rows)
	return nil
}

// weights are a model's parameters by name.
type weights map[string][]float32
