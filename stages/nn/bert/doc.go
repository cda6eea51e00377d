// Package bert is the encoder of BERT (Devlin et al., NAACL 2019), with weights that were trained elsewhere: a folder as
// Hugging Face has it, config.json and model.safetensors, such as all-MiniLM-L6-v2's.
//
//	[CLS] pieces [SEP] ─ PieceEmbed ─► (PostAttention ─► PostFeedForward)* ─► a vector for each piece
//
// A [Batch] is packed as package slots packs: documents lie one behind the other, nothing is computed for padding, and
// the pieces of a document see each other only. [Model.Layers] are the sub-layers of package op for a graph of the
// caller's; [Model.Encode] computes them at once, without gradients. The pooler is left out: it belongs to what BERT was
// trained for.
//
// The letters are those of package slots, with S the pieces of a batch. No result depends on the number of threads, and
// those without dropout depend for each document on that document alone.
package bert
