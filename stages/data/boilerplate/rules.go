package boilerplate

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

// rule is a kind of sentence; see rules.txt.
type rule struct {
	kind    Kind
	begins  bool // only where a sentence begins
	follows bool // only behind a copyright
	start   []start
	pattern func() *regexp.Regexp // compiled when first asked for, since most texts need none
	needs   []int                 // its sentences have one of these words of needs; nil for none that is known
}

// start is how sentences of a rule begin, whatever the case of the letters: with a text or, if then is not nil, with a text, white space
// and one of the texts of then.
type start struct {
	first string
	then  []string
}

//go:embed rules.txt
var rulesText string

// rules in the order in which they are tried, the words that their sentences need, and the rules that may begin with a byte.
var (
	rules, needs = readRules()
	rulesAt      = byFirst(rules)
)

// byFirst returns the rules whose sentences may begin with each byte, whatever the case of an ASCII letter, with such starts alone.
func byFirst(rules []rule) (at [256][]*rule) {
	for _, r := range rules {
		for first := range at {
			others := func(w start) bool { return w.first != "" && byte(first)|' ' != w.first[0]|' ' }
			if slices.ContainsFunc(r.start, func(w start) bool { return !others(w) }) {
				own := r
				own.start = slices.DeleteFunc(slices.Clone(r.start), others)
				at[first] = append(at[first], &own)
			}
		}
	}
	return at
}

func readRules() (list []rule, needs []string) {
	var named []string
	for line := range strings.Lines(rulesText) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case line == "\n" || line[0] == '#':
		case columns[1] == "":
			named = append(named, columns[0], columns[3])
		default:
			pattern := sync.OnceValue(func() *regexp.Regexp {
				return regexp.MustCompile("^(?:" + strings.NewReplacer(named...).Replace(columns[3]) + ")")
			})
			list = append(list, rule{Kind(columns[0]), columns[1] == "sentence", columns[1] == "behind", readStarts(columns[2]), pattern, nil})
			for _, word := range columns[4:] {
				for need := range strings.SplitSeq(word, ", ") {
					if !slices.Contains(needs, need) {
						needs = append(needs, need)
					}
					list[len(list)-1].needs = append(list[len(list)-1].needs, slices.Index(needs, need))
				}
			}
		}
	}
	return list, needs
}

// readStarts reads starts: "this_is/was, open access" are this is, this was and open access.
func readStarts(list string) (starts []start) {
	for text := range strings.SplitSeq(list, ", ") {
		first, then, spaced := strings.Cut(text, "_")
		starts = append(starts, start{first: first})
		if spaced {
			starts[len(starts)-1].then = strings.Split(then, "/")
		}
	}
	return starts
}

//go:embed words.txt
var wordsText string

// words are the lists of words.txt.
var words = readWords()

func readWords() map[string][]string {
	lists := map[string][]string{}
	for line := range strings.Lines(wordsText) {
		if key, list, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": "); ok {
			lists[key] = append(lists[key], strings.Split(list, ", ")...)
		}
	}
	return lists
}

// mostFollowing is the number of words up to which a sentence behind a copyright may belong to it.
const mostFollowing = 25

// mostSentence is the number of bytes of the longest sentence or line that rules are applied to, so that the time for a text without
// points grows with its length alone.
const mostSentence = 2048

// search is a text to which the rules are applied from left to right, with the place where each word of needs stands next.
type search struct {
	text string
	next []int
}

func newSearch(text string) search {
	s := search{text, make([]int, len(needs))}
	for i := range s.next {
		s.next[i] = -1
	}
	return s
}

// has reports whether one of some words of needs stands at i or behind: most texts have none, which spares them all else.
func (s *search) has(words []int, i int) bool {
	return slices.ContainsFunc(words, func(word int) bool {
		if s.next[word] < i {
			s.next[word] = len(s.text)
			if at := strings.Index(s.text[i:], needs[word]); at >= 0 {
				s.next[word] = i + at
			}
		}
		return s.next[word] < len(s.text)
	})
}

// match applies the rules at i. begins says that a sentence begins there, follows that it does behind a copyright. to is 0 if none
// matches.
func (s *search) match(i int, begins, follows bool) (to int, kind Kind) {
	rest, end := s.text[i:min(len(s.text), i+mostSentence+1)], 0
	for _, r := range rulesAt[rest[0]] {
		if r.begins && !begins || r.follows && !follows || !opens(rest, r.start) || r.needs != nil && !s.has(r.needs, i) {
			continue
		}
		if end == 0 {
			end = sentence(rest)
		}
		last := end
		if r.kind == Keywords {
			last = line(rest)
		}
		if last <= mostSentence && r.matches(rest[:last]) {
			return i + last, r.kind
		}
	}
	return 0, ""
}

// matches reports whether a sentence, or a line of keywords, is of the rule.
func (r *rule) matches(sentence string) bool {
	if r.needs != nil && !slices.ContainsFunc(r.needs, func(word int) bool { return strings.Contains(sentence, needs[word]) }) {
		return false
	}
	return r.pattern().MatchString(sentence) && (!r.follows || len(strings.Fields(sentence)) <= mostFollowing)
}

// opens reports whether a text begins with one of the starts.
func opens(text string, starts []start) bool {
	return slices.ContainsFunc(starts, func(s start) bool {
		if begins := folds(text, s.first); !begins || s.then == nil {
			return begins
		}
		behind := text[len(s.first):]
		rest := strings.TrimLeft(behind, "\t\n\f\r ")
		return len(rest) < len(behind) && slices.ContainsFunc(s.then, func(word string) bool { return folds(rest, word) })
	})
}

// folds reports whether a text begins with another, whatever the case of the letters.
func folds(text, begin string) bool {
	if begin == "" {
		return true
	}
	last := len(begin) - 1
	if len(text) <= last || text[0]|' ' != begin[0]|' ' || begin[last] < utf8.RuneSelf && text[last]|' ' != begin[last]|' ' {
		return false // as most
	}
	return strings.EqualFold(text[:len(begin)], begin)
}

// Title returns a title, or blanks in the place of a text that only says that there is none.
func Title(text string) string {
	if len(text) < 40 && slices.Contains(words["untitled"], strings.ToLower(strings.Trim(text, "[]()<>. "))) {
		return strings.Repeat(" ", len(text))
	}
	return text
}

// placeholder reports whether a text only says that there is none.
func placeholder(text string) bool {
	if len(text) > 80 {
		return false
	}
	bare := strings.ToLower(strings.Trim(text, "[]()<>*\"' "))
	return slices.Contains(words["absent"], bare) || slices.Contains(words["absent"], strings.TrimSuffix(bare, "."))
}
