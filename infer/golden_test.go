package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/choose"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestGolden labels a few documents with models whose probabilities stand in the archives: what is expected there
// follows from them by hand.
func TestGolden(t *testing.T) {
	stagetest.Golden(t, stage(), "testdata/*.txtar",
		stagetest.Rows("test.*.parquet", schemas.Documents), scriptedModel(t), writtenChoice(t), readableSlots(), readablePredictions())
}

// scriptedModel makes a model folder where an archive has a script.
func scriptedModel(t *testing.T) stagetest.Codec {
	return stagetest.Codec{Pattern: "script", Encode: func(path string, text []byte) error {
		saveScript(t, string(text), filepath.Dir(path))
		return nil
	}}
}

// writtenChoice makes choice.json where an archive has a choice.
func writtenChoice(t *testing.T) stagetest.Codec {
	return stagetest.Codec{Pattern: "choice", Encode: func(path string, text []byte) error {
		var m choose.Ranker
		err := json.Unmarshal(text, &m)
		saveChoice(t, &m, filepath.Dir(path))
		return err
	}}
}

// readablePredictions writes a line a document: score, phrase, slot, a for absent and d for duplicate; ~ and the slot's
// score where it is another, * and the number of slots that agree where there are several.
func readablePredictions() stagetest.Codec {
	return stagetest.Codec{Pattern: "predictions-*.parquet", Decode: func(path string) ([]byte, error) {
		rows, err := schemas.Predictions.ReadAll(path)
		var b bytes.Buffer
		for _, p := range rows {
			b.WriteString(p.ID + ":")
			for _, k := range p.Phrases {
				fmt.Fprintf(&b, " %.3f %s/%d", k.Score, strings.Join(k.Tokens, "_"), k.Slot)
				if !k.Present {
					b.WriteString("a")
				}
				if k.Duplicate {
					b.WriteString("d")
				}
				if k.SlotScore != k.Score {
					fmt.Fprintf(&b, "~%.3f", k.SlotScore)
				}
				if k.SlotsAgreeing != 1 {
					fmt.Fprintf(&b, "*%d", k.SlotsAgreeing)
				}
			}
			b.WriteString("\n")
		}
		return b.Bytes(), err
	}}
}

// readableSlots writes a line a slot: probabilities of ∅ and of the first word, what is said with ∅ and what without.
func readableSlots() stagetest.Codec {
	return stagetest.Codec{Pattern: "slots-*.parquet", Decode: func(path string) ([]byte, error) {
		rows, err := schemas.Slots.ReadAll(path)
		var b bytes.Buffer
		for _, s := range rows {
			fmt.Fprintf(&b, "%s/%d: %.3f %.3f | %.3f [%s] | %.3f [%s]\n", s.ID, s.Slot, s.NullProbability, s.FirstProbability,
				s.VanillaProbability, strings.Join(s.Vanilla, "_"), s.NonNullProbability, strings.Join(s.NonNull, "_"))
		}
		return b.Bytes(), err
	}}
}
