// Package joint implements the systems that extract present keyphrases and generate absent ones with one pretrained encoder:
// UniKeyphrase (Wu et al., Findings of ACL 2021) and PromptKP (Wu et al., AAAI 2022).
//
//	[CLS] document [SEP] phrase <sep> phrase [SEP] ─ bert.Layers ─ op.Twin ─ op.Relation* ─┬► words: B, I or O     present phrases
//	                     (some of it [MASK])                                               └► words for [MASK]     absent phrases
//
//	[CLS] document [SEP] ─ bert.Layers ─► words: B, I or O        present phrases
//	                                   ─► words: keyword or not ─┐
//	[MASK]… keyword [MASK]… <sep> …  ◄──── prompts ──────────────┘
//	                     └─ bert.Layers ─► words for [MASK]       absent phrases
//
// A third system, the tagger, is the first step of PromptKP alone. Its tags are also evidence for the choice of another network
// (Tagger).
//
// The input is a document followed by its tail. With the attention mask of UniLM (Dong et al., NeurIPS 2019; see bert.Batch)
// the document sees only itself and the tail sees both, so a document is encoded once, whatever its tail becomes.
//
// Loss is the training graph: the layers of bert and one op.Joint. Label computes the same in steps, with a bert.Reader that
// caches the keys and values of the document. Evaluate is Loss without gradients.
//
// The tagged words are BERT's: a word piece and those that continue it. A word is classified at its first piece.
//
// # Choices for both systems
//
// Where the papers leave something open, or use an encoder of their own:
//
//   - The encoder is any of BERT's shape. The head is that of BERT's masked language model, whose output layer is the word
//     embeddings. A folder without one (such as MiniLM's) gets random start values, as the classifiers do. The tail has BERT's
//     second segment type.
//   - Present phrases are words with the tags B and I. In the loss, B and I weigh 5 times as much as O, as in the released code
//     of UniKeyphrase (github.com/thinkwee/UniKeyphrase).
//   - The terms of the loss are means within a document, without the learned weights of that code.
//
// # Choices for UniKeyphrase
//
//   - Both representations of the (two) relation layers have all rows and start as the encoder's output, as in the released
//     code. Unlike there, they keep the attention mask (see op.RelationParams), so a sequence can be written piece by piece.
//   - The bag-of-words constraint includes tagged words, each with its pieces, and masks to predict. Its weight rises
//     logarithmically to 1 over the steps of a training.
//   - A target sequence ends after the last phrase that fits. 70 % of its pieces are masked, as in the fine-tuning of UniLM.
//     Decoding is greedy.
//
// # Choices for PromptKP
//
//   - A keyword is a word of the document with the stem of a word of an absent phrase. A prompt is a keyword with ⌊L/2⌋ masks on
//     each side. The prompts of a document share one tail, in the order of their keywords in the text, separated by <sep>, and
//     see each other. The tail has room for ten prompts with keywords of one piece. In training there is a prompt for each
//     keyword of each absent phrase.
//   - A mask stands for a piece, or for ∅. A phrase extends from its keyword on both sides to the first ∅. A keyword alone is
//     not a phrase.
//   - Masks are filled in by mask-predict (Ghazvininejad et al., EMNLP 2019). In training, one to all masks of a prompt are
//     predicted and the others shown. In labelling, all are predicted at once, and then the least probable ones twice more.
//
// The letters are those of package slots; L is phrase_len of the config.
package joint
