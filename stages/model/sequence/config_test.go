package sequence

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/stages/model/slots"
)

// TestCheck: a network has one slot and a system of this package, whatever its body.
func TestCheck(t *testing.T) {
	for want, change := range map[string]func(*slots.Config){
		`system is "", want catseq or one2one`:       func(c *slots.Config) { c.System = "" },
		"slots is 2, want 1 for system catseq":       func(c *slots.Config) { c.Slots = 2 },
		"heads is 3, want 0 for network gru":         func(c *slots.Config) { c.Heads = 3 },
		`network is "lstm", want transformer or gru`: func(c *slots.Config) { c.Network = "lstm" },
		"encoder_layers is 0, want at least 1":       func(c *slots.Config) { c.EncoderLayers = 0 },
	} {
		c := statesOf(CatSeq)
		change(&c)
		if err := Check(c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
		if _, err := New[float32](c, 1); err == nil {
			t.Errorf("a model is made: %s", want)
		}
	}
	for _, c := range []slots.Config{oneSlot(CatSeq), oneSlot(One2One), statesOf(CatSeq), statesOf(One2One)} {
		if err := Check(c); err != nil {
			t.Error(err)
		}
	}
}
