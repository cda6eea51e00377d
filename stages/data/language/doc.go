// Package language tells in which language a text is, and which words are stop words.
//
//	text ─ letters ─► script ─ stop words, trigrams, alphabet ─► tag, confidence
//
// A script that one language uses (Greek, Hangul, Thai and others) decides alone. Among 36 languages of the Latin, Cyrillic and
// Arabic scripts a naive Bayes model decides by stop words, by the most frequent trigrams of each language, and by letters outside
// ASCII that a language does not have. Each word of the text counts once. One more language stands for all that have no list. The
// logarithms are divided by a number, since neighbours are not independent.
//
// A text of few words is [Unknown]: a third of English titles, lists of names, formulas. So are languages without a list. The
// lists are 78 KB (stop/LICENSE.md); README.md has the error on sets whose language is known.
package language
