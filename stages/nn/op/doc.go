// Package op implements the sub-layers of SetTrans, of a pretrained encoder and of recurrent networks as layers of a
// graph, and Adam.
//
// A layer is coarse: it takes the residual stream through a whole sub-layer (norm, attention or feed-forward, dropout,
// residual), and only the stream passes between layers. Weights live in the layers as Params with gradient buffers of
// their own. A graph therefore holds no matrices, and a new one of any number of rows can be built for every batch.
//
//	EncoderEmbed ─► (SelfAttention ─► FeedForward)* ─► FinalNorm ────────────┐ memory
//	DecoderEmbed ─► (SelfAttention ─► CrossAttention ─► FeedForward)* ─► Head ─► loss
//	                                        └── copy weights of the last ─────┘
//
// An encoder like BERT's has its norms after the sub-layers, and all its embeddings are learned:
//
//	PieceEmbed ─► (PostAttention ─► PostFeedForward)* ─► memory
//
// A network of gated recurrent units has neither norms nor residuals:
//
//	WordEmbed ─► GRU* ─► memory ─► FirstState ─┐
//	                          WordEmbed ─► GRU ─► GlobalAttention ─► Head ─► loss
//
// A Layer computes (Forward, Backward, on Flows); a Graph, which the caller provides, runs layers forward and backward.
// Without a graph, Forward alone is the evaluation pass. The loops themselves are in package kernel. Everything is
// generic over float32 (the program) and float64 (gradient checks).
//
// The letters are those of package slots; R is the number of rows of a stream. Code writes T(a*b) where a sum follows, for
// the reason that package kernel gives.
package op
