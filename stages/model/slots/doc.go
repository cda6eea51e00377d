// Package slots is the SetTrans network (Ye et al., ACL 2021; the base of WR-One2Set, Xie et al., EMNLP 2022): a
// Transformer encoder over a document and a decoder that writes N keyphrases, or ∅, in N parallel slots.
//
// One Model has two forms that share parameters and kernels:
//
//	Predict   teacher forcing: the probabilities of known targets, and their gradient by Learn
//	Decoder   incremental decoding with a key/value cache, without gradients
//
// There is one loop that decodes, Decode. After each step a Policy says what every row does: end, go on with a word, or branch.
// Greedy has one for labelling and target assignment, and package sequence one for beam search.
//
// Encode returns the Memory that a Decoder reads. Evaluate is Predict without gradients.
//
// An encoder and a decoder are a body. There are two: the Transformer, which may read with BERT's encoder, and one of gated
// recurrent units (GRU), which keeps a state per row instead of keys and values.
//
// # Packed batches
//
// Batches are packed: nothing is computed for padding. Docs holds the documents one after the other. Of the decoder's N·L
// positions only those with a loss exist: one for a slot whose target is ∅, length+1 for a phrase, none for a slot without
// supervision. The others are never needed, since a slot attends only to its own earlier tokens and to its document.
//
// # Letters
//
//	B  documents of a batch
//	S  source tokens: of a document, or of all documents of the batch, as the context says
//	N  slots of a document
//	L  most tokens of a slot, <eos> included
//	D  width of the model (d in code)
//	H  heads of attention
//	V  vocabulary, the seven special tokens included
//	E  extended vocabulary: V and the document's own words outside it ("OOV"), numbered from V on
//	R  rows of a stream: S in the encoder, target positions in the decoder
//
// Everything is generic over float32 and float64; only float32 has fast kernels. No result depends on the number of
// threads. Without dropout, the results of a document depend on that document alone.
package slots
