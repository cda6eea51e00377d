// Package variant finds which phrases of a corpus are spellings of one concept, and gives each concept an id that stays.
//
//	phrases of documents ─ Phrases.Add ──────┐
//	"long form (LF)" in texts ─ Definitions ─┼─ Merge ─► Concepts ─ Count ─ Rows ─► schemas.MergedPhrase
//	rows of an earlier corpus ───────────────┘
//
// Phrases are one if their keys are equal. A key lacks what only the spelling differs in:
//
//   - capitals, and accents of English phrases; but a word in capitals (ART) is one with its small letters (art) only if it cannot
//     be a word, or if longer phrases of the corpus write it in capitals, too;
//   - blanks, hyphens and slashes: data set, data-set, dataset. Between two digits they count;
//   - British spelling of English phrases (british.go), by rules and a table;
//   - the plural of the last word of English phrases (plural.go).
//
// A rule turns a word into a key, and not into another word: exercise becomes exercize, which nobody reads. What counts is that
// no two words with different meanings have one key, and both spellings must be phrases of the corpus to be merged. The stems of
// package text are too coarse: organ, organic and organization are one there.
//
// An acronym is one with its long form if the texts define it, by the rules of Schwartz and Hearst (A simple algorithm for
// identifying abbreviation definitions in biomedical text, PSB 2003), in at least leastDefined documents, of which mostOfThem give
// it this long form. Otherwise it stays by itself, with the forms that it stands for.
//
// What an earlier corpus merged stays merged, with its id. Ids are hashes of keys, so they do not depend on the order of documents,
// nor on other phrases.
package variant
