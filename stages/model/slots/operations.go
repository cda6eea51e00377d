package slots

// EncodeOperations returns the number of multiplications and additions for a document of that many tokens in a Transformer's
// encoder and in the keys and values of the decoder's cross-attention. It counts matrix products and attention only. The
// backward pass takes twice as many.
func (c Config) EncodeOperations(tokens int) float64 {
	d, ff, s := float64(c.Width), float64(c.FF), float64(tokens)
	layer := s*(4*d*d+2*d*ff) + 2*s*s*d
	return 2 * (s*d*d + float64(c.EncoderLayers)*layer + float64(c.DecoderLayers)*s*2*d*d)
}

// DecodeOperations returns the number for that many target positions, each with a distribution over the vocabulary, and a
// document of that many tokens. It leaves out attention to earlier positions of the slot.
func (c Config) DecodeOperations(positions, tokens int) float64 {
	d, ff, r, s := float64(c.Width), float64(c.FF), float64(positions), float64(tokens)
	layer := r*(6*d*d+2*d*ff) + 2*r*s*d
	return 2 * (2*r*d*d + float64(c.DecoderLayers)*layer + r*d*float64(c.Vocab))
}
