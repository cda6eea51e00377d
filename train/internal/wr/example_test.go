package wr_test

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/train/internal/wr"
)

// A document of five slots, worked by hand with equation 4. Three slots have a keyphrase as their target:
//
//	slot  target          p̂(y_0)  p̂(∅)   min(p̂(y_0)/p̂(∅), 1)
//	0     graph cuts      0.25    0.5    0.5
//	1     segmentation    0.4     0.2    1      it prefers its word to ∅: limited to 1
//	3     energy          0.06    0.24   0.25
//
// so λ_adp = (0.5 + 1 + 0.25) / 3 = 0.5833. The ∅ of slot 2, in the present half, then weighs λ_pre·λ_adp = 0.2·0.5833
// and that of slot 4, in the absent half, λ_abs·λ_adp = 0.1·0.5833; tokens of keyphrases weigh 1.
func ExampleWeights() {
	null := []int32{text.Null}
	rows := []wr.Row{
		{Tokens: []int32{10, 11, text.Eos}}, {Tokens: []int32{12, text.Eos}}, {Tokens: null},
		{Tokens: []int32{13, text.Eos}, Absent: true}, {Tokens: null, Absent: true},
	}
	p := []float64{ // of every target token
		0.25, 0.9, 0.8,
		0.4, 0.7,
		0.6,
		0.06, 0.5,
		0.9,
	}
	pNull := []float64{0.5, 0.2, 0.6, 0.24, 0.9} // of ∅ at the first token of every slot
	weights, lambda := wr.Weights(wr.Scales{Present: 0.2, Absent: 0.1, Adaptive: true}, rows, 1, p, pNull)
	fmt.Printf("λ_adp %.4f\n", lambda[0])
	fmt.Printf("weights %.4f\n", weights)
	// Output:
	// λ_adp 0.5833
	// weights [1.0000 1.0000 1.0000 1.0000 1.0000 0.1167 1.0000 1.0000 0.0583]
}
