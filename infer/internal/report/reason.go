package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/wrone2set/wrone2set/infer/internal/survey"
	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/model/rank"
	"github.com/wrone2set/wrone2set/stages/page"
)

// explain gives labels the reasons of a document that was labelled again: those that have the same score as before, since others were
// chosen in another way.
func explain(d *survey.Document, phrases []schemas.Phrase, reasons map[string]rank.Reason) {
	for _, p := range phrases {
		tokens := strings.Join(p.Tokens, " ")
		for i := range d.Labels {
			if reason, ok := reasons[tokens]; ok && d.Labels[i].Tokens == tokens && d.Labels[i].Score == p.Score {
				d.Labels[i].Reason = &reason
			}
		}
	}
}

// words are what a kind of evidence says for a phrase and against it.
var words = map[string][2]string{
	"network":   {"the network favours it", "the network does not favour it"},
	"place":     {"it stands early in the text or in the title", "it does not stand early in the text"},
	"frequency": {"it or its words are frequent in the text", "it or its words are rare in the text"},
	"keyphrase": {"labelled documents have it as a keyphrase", "labelled documents seldom have it as a keyphrase"},
	"words":     {"its words are typical of keyphrases", "its words are not typical of keyphrases"},
	"context":   {"the words around it set it apart", "the words around it suggest a longer phrase"},
	"similar":   {"similar documents have it", "similar documents do not have it"},
	"length":    {"it is as long as keyphrases are", "keyphrases are seldom as long"},
	"tagger":    {"the tagger marks it in the text", "the tagger does not mark it"},
	"capitals":  {"it is written in capitals", "it is not written in capitals"},
	"rarity":    {"its words are rare elsewhere", "its words are frequent elsewhere"},
}

// strongest is the number of kinds of evidence that are named.
const strongest = 3

// leastEffect is the factor on the odds below which evidence is not named.
const leastEffect = 1.1

// effects names the strongest evidence, with what it multiplies the odds by.
func effects(r *rank.Reason) (all []string) {
	for _, e := range r.Effects {
		said, ok := words[e.Evidence]
		if !ok || len(all) == strongest || math.Abs(e.By) < math.Log(leastEffect) {
			continue
		}
		if e.By > 0 {
			all = append(all, said[0]+" (odds × "+factor(math.Exp(e.By))+")")
		} else {
			all = append(all, said[1]+" (odds ÷ "+factor(math.Exp(-e.By))+")")
		}
	}
	return all
}

// factor formats a factor of odds: one decimal below 10, none above, and a bound for what is beyond any sense.
func factor(x float64) string {
	switch {
	case x < 9.95:
		return fmt.Sprintf("%.1f", x)
	case x < 1000:
		return fmt.Sprintf("%.0f", x)
	}
	return "1,000 or more"
}

// facts are what is known of a phrase, apart from how much it matters.
func facts(l *survey.Label, r *rank.Reason) (all []string) {
	if l.Present {
		all = append(all, times(r.Places)+" in the text")
	}
	if r.Slots > 0 {
		all = append(all, "written by "+counted(r.Slots, "slot")+" of the network")
	}
	if r.Keyphrase > 0 {
		all = append(all, "a keyphrase of "+counted(r.Keyphrase, "labelled document"))
	}
	if r.Neighbours > 0 {
		all = append(all, fmt.Sprintf("%d of these among the 100 most similar", r.Neighbours))
	}
	return all
}

func times(n int) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return page.Count(int64(n)) + " times"
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return page.Count(int64(n)) + " " + noun
}

// similar names the labelled documents that suggest an absent phrase, by their keyphrases.
func similar(r *rank.Reason) (all []string) {
	for _, s := range r.Similar {
		all = append(all, fmt.Sprintf("%s (similarity %.2f)", page.Cut(strings.Join(s.Keyphrases, "; "), 200), s.Similarity))
	}
	return all
}
