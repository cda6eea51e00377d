package sample

import "strings"

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

func frames(lines string) []frame {
	var all []frame
	for line := range strings.Lines(lines) {
		if words := strings.Fields(line); len(words) > 0 {
			all = append(all, words)
		}
	}
	return all
}

// titles are listed by the number of keyphrases that they name. Their other words ensure that few of a million titles are equal.
var titles = [][]frame{1: frames(`
	{k} for {a} {s} and {s}
	On the use of {k} in {a} {n} design
	Toward better {k} of {a} {s} with {s}
	A study of {k} and {a} {s} without {s}
	{k} : a {a} view of {s} and {s}
	A note on {k} and {a} {s} in {s}
	{k} without {a} {s} or {s}
	{k} of {s} revisited : the {a} {n}
`), 2: frames(`
	{k} for {k} of {a} {s}
	{k} with {k} and {a} {s}
	Improving {k} of {a} {s} by means of {k}
	{k} of {a} {s} using {k}
	Combining {k} and {k} for {a} {s}
	{k} of {s} : the role of {k} in a {a} {n}
	From {k} to {k} : {a} {s}
`), 3: frames(`
	{k} for {k} of {s} using {k}
	{k} and {k} in {k} with {s}
`)}

// cues are sentences that usually name a keyphrase.
var cues = frames(`
	We study {k} in the presence of {a} {s}.
	This paper presents {k} for {s} and {s}.
	In this paper, we propose {k} and show how it handles {a} {s}.
	The approach relies on {k}, which needs no {n}.
	We introduce {k} and compare it with {d}.
	The main contribution is {k}.
	A new form of {k} is derived for {a} {s}.
	We address the problem of {k} when the {n} is {a}.
	We describe {k}, a way to deal with {s}.
	Special attention is paid to {k}.
	We focus on {k} under {a} conditions.
	The key idea is to treat the {n} by {k}.
`)

// echoes are sentences in which a keyphrase recurs.
var echoes = frames(`
	The results show that {k} reduces the {n} by {#} percent.
	Experiments on {#} {s} confirm that {k} is {a}.
	We also discuss the limits of {k}.
	In {#} of {#} cases, {k} performs better than {d}.
	An analysis of {k} is given as well.
	The cost of {k} grows slowly with the number of {s}.
	Finally, {k} is tested on {a} {s}.
`)

// methods are sentences that name the method, from which its family follows.
var methods = frames(`
	The {n} is computed by {m}.
	We use {m} to find the {s}.
	Parameters are set with {m}.
	Both steps build on {m}, as the {n} changes over time.
	The {a} part is solved by {m}.
`)

// fillers are sentences without a keyphrase.
var fillers = frames(`
	The {n} of a {a} {n} depends on its {s}.
	Earlier work on {d} did not consider the {n}.
	Unlike {d}, it works with {a} {s}.
	There are {#} {s} in each {n}.
	Such {s} are often {a} and hard to measure.
	A {a} {n} is found in most {s}.
	This is of interest because {s} are {a}.
	Data were taken from {#} {s} between {#} and {#}.
	It is well known that {d} fails when the {n} is large.
	However, the {n} remains {a}, as in {d}.
	Two kinds of {s}, {r} and {r}, are considered.
	The {r} of each {n} is kept below {#}.
	Many {s} (such as {r}) have been used in practice.
	On average, {s} take {#} seconds.
	The {n} can then be adapted to any {r}.
	We also give a {a} bound on the {n}.
`)

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
