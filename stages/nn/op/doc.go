// Package op has the sub-layers of the SetTrans network, and of a pretrained encoder, as layers of a graph, and Adam.
//
// A layer is coarse: one takes the residual stream through a whole sub-layer (norm, attention or feed-forward, dropout,
// residual) and only the stream passes between layers. Weights live in the layers as Params with gradient buffers of
// their own, so a graph holds no matrices and can be built anew for every batch, with whatever number of rows it has.
//
//	EncoderEmbed ─► (SelfAttention ─► FeedForward)* ─► FinalNorm ────────────┐ memory
//	DecoderEmbed ─► (SelfAttention ─► CrossAttention ─► FeedForward)* ─► Head ─► loss
//	                                        └── copy weights of the last ─────┘
//
// An encoder like BERT's has its norms behind the sub-layers and all its embeddings learned:
//
//	PieceEmbed ─► (PostAttention ─► PostFeedForward)* ─► memory
//
// A network of gated recurrent units has neither norms nor residuals:
//
//	WordEmbed ─► GRU* ─► memory ─► FirstState ─┐
//	                          WordEmbed ─► GRU ─► GlobalAttention ─► Head ─► loss
//
// A Layer computes (Forward, Backward, on Flows); a Graph, which is the caller's, runs layers forward and backward.
// Without a graph Forward alone is the evaluation pass. The loops themselves are in package kernel, and everything is
// generic over float32 (the program) and float64 (gradient checks).
//
// The letters are those of package slots; besides, R is the number of rows of a stream: source tokens in the
// encoder, target positions in the decoder.
package op
