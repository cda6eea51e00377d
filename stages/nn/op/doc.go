// Package op has the sub-layers of the SetTrans network as operations of a gorgonia graph.
//
// An operation is coarse: one takes the residual stream through a whole sub-layer (norm, attention or feed-forward,
// dropout, residual) and only the stream passes between operations. Weights live in the operations as Params with
// gradient buffers of their own, so the graph holds no matrices and can be built anew for every batch, with whatever
// number of rows it has.
//
//	EncoderEmbed ─► (SelfAttention ─► FeedForward)* ─► FinalNorm ────────────┐ memory
//	DecoderEmbed ─► (SelfAttention ─► CrossAttention ─► FeedForward)* ─► Head ─► loss
//	                                        └── copy weights of the last ─────┘
//
// A Layer computes (Forward, Backward, on Flows); New wraps it as a gorgonia operation, which the LispMachine runs
// forward and backward. Without a machine Forward alone is the evaluation pass. The loops themselves are in package
// kernel, and everything is generic over float32 (the program) and float64 (gradient checks).
//
// The letters are those of package settrans; besides, R is the number of rows of a stream: source tokens in the
// encoder, target positions in the decoder.
package op
