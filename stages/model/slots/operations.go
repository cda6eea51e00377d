package slots

// EncodeOperations is, of a Transformer, the number of multiplications and additions that a document of that many tokens takes in the
// encoder and in the keys and values of the decoder's cross-attention: matrix products and attention, nothing else. A
// gradient takes twice as many again.
func (c Config) EncodeOperations(tokens int) float64 {
	d, ff, s := float64(c.Width), float64(c.FF), float64(tokens)
	layer := s*(4*d*d+2*d*ff) + 2*s*s*d
	return 2 * (s*d*d + float64(c.EncoderLayers)*layer + float64(c.DecoderLayers)*s*2*d*d)
}

// DecodeOperations is, of a Transformer, the number for that many positions of slots, each with the distribution over the vocabulary, that
// look at a document of that many tokens. What they take to look at earlier positions of their slot is left out.
func (c Config) DecodeOperations(positions, tokens int) float64 {
	d, ff, r, s := float64(c.Width), float64(c.FF), float64(positions), float64(tokens)
	layer := r*(6*d*d+2*d*ff) + 2*r*s*d
	return 2 * (2*r*d*d + float64(c.DecoderLayers)*layer + r*d*float64(c.Vocab))
}
