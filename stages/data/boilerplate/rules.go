package boilerplate

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
)

// rule is a kind of sentence; see rules.txt.
type rule struct {
	kind    Kind
	begins  bool     // only where a sentence begins
	follows bool     // only behind a copyright
	start   []string // sentences begin with one of these, whatever the case of their letters
	pattern *regexp.Regexp
	needs   []string // its sentences have one of these; nil for none that is known
}

//go:embed rules.txt
var rulesText string

// rules in the order in which they are tried, and those that may begin with a byte.
var (
	rules   = readRules()
	rulesAt = byFirst(rules)
)

// byFirst returns the rules whose sentences may begin with each byte, whatever the case of an ASCII letter.
func byFirst(rules []rule) (at [256][]*rule) {
	for first := range at {
		for k := range rules {
			if slices.ContainsFunc(rules[k].start, func(w string) bool { return w == "" || byte(first)|' ' == w[0]|' ' }) {
				at[first] = append(at[first], &rules[k])
			}
		}
	}
	return at
}

func readRules() (list []rule) {
	var named []string
	for line := range strings.Lines(rulesText) {
		columns := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		switch {
		case line == "\n" || line[0] == '#':
		case columns[1] == "":
			named = append(named, columns[0], columns[3])
		default:
			pattern := regexp.MustCompile("^(?:" + strings.NewReplacer(named...).Replace(columns[3]) + ")")
			list = append(list, rule{Kind(columns[0]), columns[1] == "sentence", columns[1] == "behind", strings.Split(columns[2], ", "), pattern, nil})
			if len(columns) > 4 {
				list[len(list)-1].needs = strings.Split(columns[4], ", ")
			}
		}
	}
	return list
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

// match applies the rules at i. begins says that a sentence begins there, follows that it does behind a copyright. to is 0 if none
// matches.
func match(text string, i int, begins, follows bool) (to int, kind Kind) {
	rest, end := text[i:min(len(text), i+mostSentence+1)], 0
	for _, r := range rulesAt[rest[0]] {
		if r.begins && !begins || r.follows && !follows || !opens(rest, r.start) {
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
	if r.needs != nil && !slices.ContainsFunc(r.needs, func(w string) bool { return strings.Contains(sentence, w) }) {
		return false
	}
	return r.pattern.MatchString(sentence) && (!r.follows || len(strings.Fields(sentence)) <= mostFollowing)
}

// opens reports whether a text begins with one of some words, whatever the case of its letters. Behind a word with a _ stands white space.
func opens(text string, words []string) bool {
	for _, w := range words {
		w, whole := strings.CutSuffix(w, "_")
		if w == "" || text[0]|' ' == w[0]|' ' && len(text) >= len(w) && strings.EqualFold(text[:len(w)], w) {
			if !whole || len(text) > len(w) && strings.IndexByte("\t\n\f\r ", text[len(w)]) >= 0 {
				return true
			}
		}
	}
	return false
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
