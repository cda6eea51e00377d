package slots

import "testing"

// paper is the network of the paper's tables.
var paper = Config{Vocab: 50002, Slots: 20, PhraseLen: 6, Width: 512, Heads: 8, FF: 2048, EncoderLayers: 6, DecoderLayers: 6, Dropout: 0.1}

// TestOperations compares with counts made by hand.
func TestOperations(t *testing.T) {
	c := Config{Vocab: 10, Width: 2, FF: 3, EncoderLayers: 1, DecoderLayers: 2}
	// 5 tokens: input map 5·4, layer 5·(4·4+2·6) and 2·25·2 of attention, keys and values of two layers 2·5·2·4
	if got, want := c.EncodeOperations(5), 2.*(20+140+100+80); got != want {
		t.Errorf("encoding 5 tokens: %v, want %v", got, want)
	}
	// 3 positions: input and output maps 3·8, two layers of 3·(6·4+2·6) and 2·3·5·2 of attention, vocabulary 3·20
	if got, want := c.DecodeOperations(3, 5), 2.*(24+2*(108+60)+60); got != want {
		t.Errorf("decoding 3 positions: %v, want %v", got, want)
	}
	if got := paper.EncodeOperations(180) + paper.DecodeOperations(36, 180); got < 10e9 || got > 14e9 {
		t.Errorf("%v operations for a document of KP20k at the paper's size", got)
	}
}
