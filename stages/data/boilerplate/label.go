package boilerplate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// sections are the names of the parts of a structured abstract. A label is one of them, or several joined by "and", "&", a
// comma or a slash.
var sections = set(`abstract, summary, highlights, key points, key messages, key findings, key results, background, backgrounds, introduction, context, importance, rationale, motivation, ` +
	`aim, aims, aim of the study, aims of the study, objective, objectives, study objectives, purpose, purposes, purpose of the study, purpose of review, goal, goals, hypothesis, research question, question, questions, ` +
	`material, materials, method, methods, methodology, approach, data, data source, data sources, data extraction, data synthesis, data collection, study selection, search strategy, selection criteria, eligibility criteria, ` +
	`patient, patients, subject, subjects, participant, participants, sample, population, study population, design, study design, research design, trial design, setting, settings, intervention, interventions, exposure, exposures, ` +
	`measure, measures, measurement, measurements, main outcome measure, main outcome measures, main outcomes, main outcome, outcome, outcomes, outcome measure, outcome measures, primary outcome, primary outcome measures, statistical analysis, analysis, procedure, procedures, ` +
	`result, results, main results, recent findings, finding, findings, main findings, discussion, conclusion, conclusions, authors' conclusions, concluding remarks, interpretation, significance, implications, relevance, clinical relevance, clinical implications, clinical significance, ` +
	`practical implications, social implications, research implications, research limitations, theoretical implications, managerial implications, policy implications, limitations, limitation, originality, value, novelty, contribution, contributions, ` +
	`availability, availability and implementation, implementation, ethics, dissemination, strengths, strengths and limitations, limitations of this study, strengths and limitations of this study, what is known, evidence before this study`)

func set(names string) map[string]bool {
	m := map[string]bool{}
	for name := range strings.SplitSeq(names, ", ") {
		m[name] = true
	}
	return m
}

// opening are the first words of the sections.
var opening = firsts(sections)

func firsts(names map[string]bool) map[string]bool {
	m := map[string]bool{}
	for name := range names {
		m[strings.FieldsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })[0]] = true
	}
	return m
}

// mostLabel is the length of a label in bytes.
const mostLabel = 60

// labels appends the labels of a structured abstract to the spans: names where a sentence begins, in front of a colon, a dash or a line end,
// in capitals, or right before a capital, as in "Methods We asked 40 nurses". The last count only where two different ones
// stand so.
func labels(text string, found []Span) []Span {
	var sure, unsure []Span
	k := 0
	for i, begins := 0, true; i < len(text); {
		for k < len(found) && found[k].To <= i {
			k++
		}
		switch r, n := utf8.DecodeRuneInString(text[i:]); {
		case unicode.IsSpace(r):
			begins = begins || r == '\n'
			i += n
			continue
		case k < len(found) && found[k].From <= i:
			i, begins = found[k].To, true
			continue
		case begins && unicode.IsUpper(r):
			if name, to, certain := label(text[i:]); to > 0 && certain {
				sure = append(sure, Span{i, i + to, Label})
				i += to
				continue
			} else if to > 0 {
				unsure = append(unsure, Span{i, i + name, Label})
			}
		}
		i, begins = word(text, i)
	}
	if different(text, unsure) {
		sure = append(sure, unsure...)
	}
	return append(found, sure...)
}

// label reads the label that a text begins with: the end of its name and of the mark behind it, 0 if there is none, and
// whether it is certain to be one.
func label(text string) (name, to int, certain bool) {
	first := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	if first < 0 || !opening[strings.ToLower(text[:first])] {
		return 0, 0, false
	}
	text = text[:min(len(text), mostLabel)]
	if end := strings.IndexAny(text, ":—–\n"); end > 0 && isLabel(text[:end]) {
		_, n := utf8.DecodeRuneInString(text[end:])
		return end, end + n, true
	}
	if end := strings.Index(text, " - "); end > 0 && isLabel(text[:end]) {
		return end, end + 2, true
	}
	end := 0
	for i := 0; i < len(text); {
		if i, _ = word(text, i); i == len(text) {
			break
		}
		if isLabel(strings.TrimSuffix(text[:i], ".")) {
			end = i
		}
		i++
	}
	if end == 0 || end+1 >= len(text) {
		return 0, 0, false
	}
	next, _ := utf8.DecodeRuneInString(text[end+1:])
	if !unicode.IsUpper(next) && !unicode.IsDigit(next) {
		return 0, 0, false
	}
	return end, end, text[:end] == strings.ToUpper(text[:end])
}

// isLabel reports whether a text is the name of a section, or several.
func isLabel(text string) bool {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	if sections[text] {
		return true
	}
	for _, mark := range []string{" & ", ", and ", " and ", "/", ", "} {
		if before, after, ok := strings.Cut(text, mark); ok && sections[before] {
			return isLabel(after)
		}
	}
	return false
}

// different reports whether two of the spans have different texts.
func different(text string, spans []Span) bool {
	return slices.ContainsFunc(spans, func(s Span) bool { return text[s.From:s.To] != text[spans[0].From:spans[0].To] })
}
