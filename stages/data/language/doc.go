// Package language detects the language of a text, and lists stop words.
//
//	text ─ letters ─► script ─ stop words, trigrams, alphabet ─► tag, confidence
//
// A script that only one language uses (Greek, Hangul, Thai and others) determines the language. Among 36 languages of the Latin,
// Cyrillic and Arabic scripts, a naive Bayes model decides by stop words, by the most frequent trigrams of each language, and by
// letters outside ASCII that a language lacks. Each word of the text counts once. One more class stands for all languages without
// a list. The logarithms are divided by a constant, since neighbours are not independent.
//
// A text of few words is [Unknown], such as a third of English titles, lists of names and formulas, and so is a language without a
// list. The lists are 78 KB (stop/LICENSE.md); README.md has the errors on sets of known languages.
package language
