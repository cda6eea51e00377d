package sample

import (
	_ "embed"
	"strings"

	"golang.org/x/tools/txtar"
)

// Places in a frame that a document fills in.
const (
	keyPhrase   = "{k}" // a keyphrase of the document
	otherPhrase = "{d}" // another phrase
	method      = "{m}" // the method of the document
	noun        = "{n}" // a noun of the topic
	nouns       = "{s}" // its plural
	adjective   = "{a}" // an adjective of the topic
	rare        = "{r}" // any word of the lexicon
	number      = "{#}"
)

// A frame is a sentence cut at its blanks; punctuation stays attached to words.
type frame []string

//go:embed frames.txt
var text []byte

// The frames by kind. Titles are listed by the number of keyphrases that they name, a cue usually names one, which recurs in an echo, a
// method is that from which its family follows, and a filler has no keyphrase.
var (
	titles                         = [][]frame{1: frames("title 1"), 2: frames("title 2"), 3: frames("title 3")}
	cues, echoes, methods, fillers = frames("cue"), frames("echo"), frames("method"), frames("filler")
)

// frames reads those of a kind.
func frames(kind string) (all []frame) {
	for _, f := range txtar.Parse(text).Files {
		if f.Name != kind {
			continue
		}
		for line := range strings.Lines(string(f.Data)) {
			all = append(all, strings.Fields(line))
		}
	}
	return all
}

// heads are the nouns that end methods, fields and some phrases.
var heads = strings.Fields("analysis model theory network search estimation design control learning graph filter system planning matching coding testing logic transform")

// frameWords returns every word that a frame or a head can contain.
func frameWords() map[string]bool {
	taken := map[string]bool{}
	for _, list := range append([][]frame{cues, echoes, methods, fillers, {heads}}, titles...) {
		for _, f := range list {
			for _, w := range f {
				taken[strings.ToLower(strings.Trim(w, ".,:()"))] = true
			}
		}
	}
	return taken
}
