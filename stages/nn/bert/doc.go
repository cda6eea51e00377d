// Package bert implements the encoder of BERT (Devlin et al., NAACL 2019) with weights trained elsewhere. It reads a model
// folder in the format of Hugging Face, config.json and model.safetensors, such as that of all-MiniLM-L6-v2.
//
//	[CLS] pieces [SEP] ─ PieceEmbed ─► (PostAttention ─► PostFeedForward)* ─► a vector for each piece
//
// A [Batch] is packed as in package slots: documents follow each other, nothing is computed for padding, and the pieces of
// a document see only each other. [Model.Layers] returns the sub-layers of package op for a graph of the caller;
// [Model.Encode] computes them at once, without gradients; a [Reader] computes them for pieces that arrive in several
// calls. The pooler is left out: it belongs to BERT's training task.
//
// The letters are those of package slots, with S the number of pieces of a batch. No result depends on the number of
// threads. Without dropout, the results of a document depend on that document alone.
package bert
