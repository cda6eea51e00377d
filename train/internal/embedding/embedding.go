// Package embedding makes start values of word embeddings from the word vectors of a pretrained encoder such as MiniLM. A
// word has the mean of the vectors of its pieces. Principal components make the vectors as narrow as the network.
package embedding

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"github.com/wrone2set/wrone2set/stages/data/text"
	"github.com/wrone2set/wrone2set/stages/nn/op"
)

// Vectors are vectors of words of a vocabulary.
type Vectors struct {
	IDs  []int32    // the words, in order
	Rows *mat.Dense // [len(IDs), width]
}

// Of returns the vector of each word that cut divides into pieces: the mean of their rows of vectors. cut returns nil for a
// word that the encoder does not know. Special tokens have no vector.
func Of(words *text.Vocabulary, cut func(word string) []int32, vectors op.Embedding[float32]) (x Vectors) {
	width := vectors.Shape[1]
	var rows []float64
	for id := text.FirstWord; int(id) < words.Size(); id++ {
		pieces := cut(words.Word(id))
		if len(pieces) == 0 {
			continue
		}
		mean := make([]float64, width)
		for _, piece := range pieces {
			for j, v := range vectors.Weights[int(piece)*width:][:width] {
				mean[j] += float64(v) / float64(len(pieces))
			}
		}
		x.IDs, rows = append(x.IDs, id), append(rows, mean...)
	}
	if len(x.IDs) > 0 {
		x.Rows = mat.NewDense(len(x.IDs), width, rows)
	}
	return x
}

// Narrow returns the n principal components of the vectors with the most variance, by rising variance. The mean of
// each is 0. The vectors must be finite, at least n wide, and more than n.
func (x Vectors) Narrow(n int) (Vectors, error) {
	width := n
	if x.Rows != nil {
		_, width = x.Rows.Dims()
	}
	switch {
	case n > width:
		return x, fmt.Errorf("its word vectors are %d wide, and the network is %d wide", width, n)
	case len(x.IDs) <= n:
		return x, fmt.Errorf("it knows %d words of the vocabulary, and a network that is %d wide needs more", len(x.IDs), n)
	}
	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, x.Rows, nil)
	var of mat.EigenSym
	if !of.Factorize(&covariance, true) || !(mat.Trace(&covariance) > 0) {
		return x, errors.New("its word vectors are all the same")
	}
	var all, axes, rows mat.Dense
	of.VectorsTo(&all) // by rising variance
	axes.CloneFrom(all.Slice(0, width, width-n, width))
	rows.Mul(x.Rows, &axes)
	return Vectors{IDs: x.IDs, Rows: centred(&rows)}, nil
}

// centred subtracts its mean from each column.
func centred(x *mat.Dense) *mat.Dense {
	n, width := x.Dims()
	for j := range width {
		column := mat.Col(nil, j, x)
		mean := stat.Mean(column, nil)
		for i := range n {
			x.Set(i, j, column[i]-mean)
		}
	}
	return x
}

// Start writes the vectors to the rows of p that belong to their words, scaled so that their values have the standard
// deviation of the values that they replace.
func (x Vectors) Start(p *op.Param[float32]) {
	width := p.Shape[1]
	var before []float64
	for _, id := range x.IDs {
		for _, w := range p.Weights[int(id)*width:][:width] {
			before = append(before, float64(w))
		}
	}
	scale := stat.PopStdDev(before, nil) / stat.PopStdDev(x.Rows.RawMatrix().Data, nil)
	for i, id := range x.IDs {
		for j, v := range x.Rows.RawRowView(i) {
			p.Weights[int(id)*width+j] = float32(v * scale)
		}
	}
}
