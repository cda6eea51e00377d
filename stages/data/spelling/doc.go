// Package spelling finds how a person would write a phrase.
//
//	plain title and body ─ NewDocument ─► Document ─ Whole ─► a place, widened to words as people write them
//	places of a phrase ── Document.Spellings ──► its spellings, the best first
//	spelt keyphrases of labelled documents ─ NewLexicon ─► Lexicon: spelling of absent phrases, case of words
//
// Tokens of a network are lower case, without marks, with numbers as <digit>: "c" stands for C++, "covid <digit>" for COVID-19.
//
// # Places
//
// A place grows to the end of the word as it stands in the text: "c" to C++, "net" to .NET, "h." to H.264, "nn" to k-NN. It
// never grows over a blank, and over a hyphen only to a single letter or digits, from these to the word before them, or to two capitals
// before another capital (k-NN, COVID-19, omega-3, NF-κB).
//
// # Spellings
//
// White space becomes one blank. Soft hyphens and invisible characters are left out, and so are hyphens at line ends, unless
// the text or a keyphrase has the word with its hyphen. Of all places of a phrase the most frequent spelling counts; spellings
// that differ in capitals alone are one.
//
// # Case
//
// Each word has the case of its places within sentences. A capital at the start of a sentence, in a title in title case, or in
// text all in capitals says nothing. A word with only such places has its case elsewhere in the text, else that of keyphrases
// of labelled documents, else small letters. Capitals inside a word (LaTeX, DNA) count everywhere but in text all in capitals, where only
// words with small letters are meant so (mRNA).
// A word keeps its capital before one that has it only as a part of a name, as in White House, and if labelled documents hardly have it,
// before any name, as in Mary Robinson. Names are written as texts write them, see names.txt.
// German text keeps its capitals, and so does a word that no labelled document contains, which is probably a name.
package spelling
