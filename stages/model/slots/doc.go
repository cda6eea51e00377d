// Package slots is the SetTrans network (Ye et al., ACL 2021; the base of WR-One2Set, Xie et al., EMNLP 2022): a
// Transformer encoder over a document and a decoder that writes N keyphrases, or ∅, in N parallel slots.
//
// One Model has two forms that share parameters and kernels:
//
//	Loss      the teacher-forced training graph: an op.Graph of the caller's runs package op's sub-layers forward and backward
//	Decoder   the incremental decoder with cached keys and values, without gradients: Greedy (labelling), Rollout
//	          (target assignment) and Beam (labelling by the systems of one slot, see System) are written on it
//
// Encode gives the Memory that the second reads; Evaluate is the first without gradients.
//
// Encoder and decoder may also be of gated recurrent units, see Network: all of the above is the same for them, and what a
// row of the Decoder has behind it is a state in the place of keys and values.
//
// # Packed batches
//
// Nothing is computed for padding. Documents lie one behind the other in Docs, and of the decoder's N·L positions only
// those that carry a loss exist: one for a slot whose target is ∅, length+1 for a phrase, none for a slot without
// supervision. A slot attends to its own earlier tokens and to its document only, so the others are never needed.
//
// # Letters
//
//	B  documents of a batch
//	S  source tokens: of a document, or of all documents of the batch, as the context says
//	N  slots of a document
//	L  tokens a slot at most, the closing <eos> counted
//	D  width of the model (d in code)
//	H  heads of attention
//	V  vocabulary, the seven special tokens counted
//	E  extended vocabulary: V and a document's own words beyond it ("OOV"), numbered from V on
//	R  rows of a stream: S in the encoder, target positions in the decoder
//
// Everything is generic over float32 and float64; only float32 has fast kernels. No result depends on the number of
// threads, and those without dropout depend for each document on that document alone.
package slots
