// Package op implements the sub-layers of SetTrans, of a pretrained encoder and of recurrent networks as layers of a
// graph, and Adam.
//
// A layer is a method of a Graph, which computes it at once; its derivative stands beside it. A layer is coarse: it takes the
// residual stream through a whole sub-layer (norm, attention or feed-forward, dropout, residual), and only the stream passes
// between layers, as a Flow. Weights live in Params with gradient buffers of their own. A graph therefore holds no matrices,
// and a new one of any number of rows can be computed for every batch.
//
//	EncoderEmbed ─► (SelfAttention ─► FeedForward)* ─► Norm ─────────────────┐ memory
//	DecoderEmbed ─► (SelfAttention ─► CrossAttention ─► FeedForward)* ─► Predict ─► Loss
//	                                        └── copy weights of the last ──────┘
//
// An encoder like BERT's has the same sub-layers with their norms last (Post), and all its embeddings are learned:
//
//	PieceEmbed ─► (SelfAttention ─► FeedForward)* ─► memory
//
// A network of gated recurrent units has neither norms nor residuals:
//
//	WordEmbed ─► GRU* ─► memory ─► FirstState ─┐
//	                          WordEmbed ─► GRU ─► GlobalAttention ─► Predict ─► Loss
//
// Predict returns probabilities; from them the caller may make the weights that it gives to Loss. In training a graph records a
// Step for every layer, and a Differentiate, which the caller provides, runs their derivatives. Otherwise a graph is the
// evaluation pass. The loops themselves are in package kernel. Everything is generic over float32 (the program) and float64
// (gradient checks).
//
// The letters are those of package slots; R is the number of rows of a stream. Code writes T(a*b) where a sum follows, for
// the reason that package kernel gives.
package op
