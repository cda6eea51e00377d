// Package word cuts text of any language into words with offsets, and stems them.
//
//	text ─ Cutter.Cut(tag) ─► []Word ─ Cutter.Stem(tag) ─► stems
//
// Words are those of UAX #29 (github.com/rivo/uniseg), which has no dictionary. Some languages need more:
//
//   - Chinese by the most probable path through the words of a dictionary of 126,000 (that of jieba, github.com/fxsjy/jieba,
//     MIT; han.txt.zst). Four keyphrases of five in a Chinese text are one or two of its words.
//   - Japanese into runs of Kanji, runs of Katakana, and single Hiragana, which are mostly particles and endings.
//   - Thai, Lao, Khmer and Burmese into what stands between blanks, which are clauses; those longer than 30 characters are no words.
//
// Stems are those of Snowball (github.com/blevesearch/snowballstem) for its 17 languages, those of package text for English, and the
// words themselves for all others.
//
// For networks, package text tokenises English documents as in the released data.
package word
