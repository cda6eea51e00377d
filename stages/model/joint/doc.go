// Package joint is the network of the systems that extract present keyphrases and fill in absent ones over one pretrained
// encoder: UniKeyphrase (Wu et al., Findings of ACL 2021) and PromptKP (Wu et al., AAAI 2022).
//
//	[CLS] document [SEP] phrase <sep> phrase [SEP] ─ bert.Layers ─ op.Twin ─ op.Relation* ─┬► words: B, I or O     present phrases
//	                     (some of it [MASK])                                               └► words for [MASK]     absent phrases
//
//	[CLS] document [SEP] ─ bert.Layers ─► words: B, I or O        present phrases
//	                                   ─► words: keyword or not ─┐
//	[MASK]… keyword [MASK]… <sep> …  ◄──── prompts ──────────────┘
//	                     └─ bert.Layers ─► words for [MASK]       absent phrases
//
// A document stands in front, its tail behind it: the mask of UniLM (Dong et al., NeurIPS 2019; see bert.Batch) lets the
// document see itself alone and the tail see both, so that a document is encoded once whatever its tail becomes.
//
// One Model has two forms that share parameters and kernels: Loss, a graph over the layers of bert and one op.Joint, and
// Label, in which a bert.Reader keeps the document's keys and values. Evaluate is the first without gradients.
//
// The words that are tagged are those of BERT: a piece, and behind it those that go on it. A word is asked at its first piece.
//
// # Both, as we read them
//
// Where the papers leave something open, or name an encoder of their authors':
//
//   - The encoder is any of BERT's shape. The head is that of its masked language model, whose words are the encoder's own
//     vectors; where a folder has none, as that of MiniLM, it is drawn anew, and so are the tags. The tail is BERT's second text.
//   - Present phrases are the words of B, I, O tags; B and I weigh 5 times as much as O in the loss, as in the released code of
//     UniKeyphrase (github.com/thinkwee/UniKeyphrase).
//   - Terms of the loss are means within a document and have no weights, in the place of that code's learned ones.
//
// # UniKeyphrase, as we read it
//
//   - Both representations of the relation layers, of which there are two, have all rows, and begin as the encoder's result, as
//     in the released code. But they keep the mask, see op.RelationParams, so that a sequence can be written piece by piece.
//   - The bag-of-words constraint holds both together: words that are tagged, each with its pieces, and masks that are asked. Its
//     weight rises logarithmically over the steps of a training, to 1.
//   - A sequence is cut behind the last phrase that has room; 7 of 10 of its pieces are asked, as UniLM is fine-tuned. It is
//     written greedily.
//
// # PromptKP, as we read it
//
//   - A keyword is a word of the document whose stem an absent phrase has. A prompt is a keyword with L/2 masks on each side,
//     and all of a document stand in one tail in the order of their keywords in the text, parted by <sep>, and see each
//     other; there are as many as have room, ten or more. In training each keyword of each absent phrase has one.
//   - A mask says a piece, or ∅ for none: a phrase is read from its keyword outwards up to the first ∅. One that is its
//     keyword alone is none.
//   - Masks are filled in by mask-predict (Ghazvininejad et al., EMNLP 2019): in training some masks of a prompt, 1 to all,
//     are asked and the others shown; in labelling all are asked together, and then twice again those that were least sure.
//
// The letters are those of package slots; L is twice the masks on each side of a keyword.
package joint
