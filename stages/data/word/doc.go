// Package word cuts text of any language into words with their places, and stems them.
//
//	text ─ Cutter.Cut(tag) ─► []Word ─ Cutter.Stem(tag) ─► stems
//
// Words are those of UAX #29 (github.com/rivo/uniseg). It has no dictionary, so three languages are cut further:
//
//   - Chinese by the most probable path through the words of a dictionary of 126,000 (that of jieba, github.com/fxsjy/jieba,
//     MIT; han.txt.zst). Four keyphrases of five in a Chinese text are one or two of its words.
//   - Japanese into runs of Kanji, runs of Katakana, and single Hiragana, which are mostly particles and endings.
//   - Thai into characters. That finds no phrases worth reading.
//
// Stems are Snowball's (github.com/blevesearch/snowballstem) for the 17 languages that it has, those of package text for English,
// and the words themselves for all others.
//
// English documents that a network reads are cut by package text, which cuts as the released data does.
package word
