//go:build !nomodel

package label_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/label"
)

const german = "Die Bibliotheken verändern die Ausleihe. Wir beschreiben, wie Bibliotheken die Ausleihe von Büchern planen und wie sich das auswirkt."

// labelled is what is said of two documents, German and English.
func labelled(t *testing.T, set func(*label.Options)) [2][]schemas.Phrase {
	t.Helper()
	got := predicted(t, set, label.Document{Title: "Ausleihe", Body: german},
		label.Document{Title: "Query expansion", Body: "We expand queries by the nearest words in an embedding space, and improve retrieval."})
	return [2][]schemas.Phrase{got[0].Phrases, got[1].Phrases}
}

// picked reports whether phrases come from the text without a slot, each where it says.
func picked(phrases []schemas.Phrase) bool {
	return len(phrases) > 0 && !slices.ContainsFunc(phrases, func(p schemas.Phrase) bool {
		return p.Slot != -1 || p.SlotsAgreeing != 0 || !p.Present || p.Start == nil || p.Surface == ""
	})
}

// TestNetwork: auto picks phrases of a German text from it and leaves English to the network; on and off are for all, and so is a given
// language. What slots write comes from no text. min_score, max_phrases and choose hold for phrases from the text, too.
func TestNetwork(t *testing.T) {
	for name, c := range map[string]struct {
		set             func(*label.Options)
		german, english bool // whether phrases are picked from the text
		phrases         int  // of German, 0 for any
	}{
		"auto":   {func(*label.Options) {}, true, false, 0},
		"on":     {func(o *label.Options) { o.Network = label.On }, false, false, 0},
		"off":    {func(o *label.Options) { o.Network = label.Off }, true, true, 0},
		"slots":  {func(o *label.Options) { o.Choose = "slots" }, false, false, 0},
		"en":     {func(o *label.Options) { o.Language = "en" }, false, false, 0},
		"de":     {func(o *label.Options) { o.Language = "de" }, true, true, 0},
		"three":  {func(o *label.Options) { o.Choose = "top=3" }, true, false, 3},
		"two":    {func(o *label.Options) { o.Choose, o.MaxPhrases = "top=3", 2 }, true, false, 2},
		"likely": {func(o *label.Options) { o.Choose, o.MinScore = "top=3", .24 }, true, false, 1},
	} {
		got := labelled(t, c.set)
		if picked(got[0]) != c.german || picked(got[1]) != c.english || c.phrases > 0 && len(got[0]) != c.phrases {
			t.Errorf("%s: %v and %v", name, got[0], got[1])
		}
		if p := got[0][0]; name == "auto" && (p.Surface != "Ausleihe" || p.Phrase != "Ausleihe" || p.Field != "title" || *p.Start != 0 || *p.End != 8 || p.Score <= 0 || p.Score >= 1) {
			t.Errorf("%+v", p)
		}
	}
	for _, bad := range []string{"", "German", "d", "DE"} {
		o := label.DefaultOptions()
		if o.Language = bad; o.Check() == nil {
			t.Errorf("language %q is taken", bad)
		}
	}
}

// TestMarkup: tags and entities are no text. Both the network and the phrases of the text alone say what they say without them.
func TestMarkup(t *testing.T) {
	const body = "We expand queries by the nearest words in an embedding space, and improve retrieval of CO2 data."
	for _, c := range []struct{ plain, marked, phrase, surface string }{
		{body, "<p>We expand queries by the nearest words in an <i>embedding</i> space, and improve retrieval of CO<sub>2</sub> data.</p>",
			"query expansion", "Query <b>expansion"},
		{german, "<jats:p>" + strings.NewReplacer("ü", "&uuml;", "ä", "&#228;").Replace(german) + "</jats:p>", "Bibliotheken", "Bibliotheken"},
	} {
		got := predicted(t, func(*label.Options) {}, label.Document{Title: "Query expansion", Body: c.plain},
			label.Document{Title: "Query <b>expansion</b>", Body: c.marked})
		plain, marked := got[0].Phrases, got[1].Phrases
		if len(plain) != len(marked) {
			t.Fatalf("%v without markup, %v with it", plain, marked)
		}
		found := false
		for i, p := range marked {
			if q := plain[i]; p.Phrase != q.Phrase || p.Score != q.Score || p.Field != q.Field {
				t.Errorf("%+v without markup, %+v with it", q, p)
			}
			text := map[string]string{"title": "Query <b>expansion</b>", "body": c.marked}[p.Field]
			if p.Start != nil && text[*p.Start:*p.End] != p.Surface {
				t.Errorf("%+v stands at %q", p, text[*p.Start:*p.End])
			}
			found = found || p.Phrase == c.phrase && p.Surface == c.surface
		}
		if !found {
			t.Errorf("%s as %q is not among %+v", c.phrase, c.surface, marked)
		}
	}
}

// TestDistinct: with Distinct no phrase stands inside a better one, by the network and from the text alone; both label as many
// phrases as without.
func TestDistinct(t *testing.T) {
	inside := func(all []schemas.Phrase) (n int) {
		for i, p := range all {
			for _, better := range all[:i] {
				if p.Present == better.Present && strings.Contains(" "+strings.Join(better.Tokens, " ")+" ", " "+strings.Join(p.Tokens, " ")+" ") {
					n++
				}
			}
		}
		return n
	}
	for _, network := range []string{label.On, label.Off} {
		all := labelled(t, func(o *label.Options) { o.Network, o.Choose = network, "top=12" })
		distinct := labelled(t, func(o *label.Options) { o.Network, o.Choose, o.Distinct = network, "top=12", true })
		before, after := 0, 0
		for i := range all {
			before, after = before+inside(all[i]), after+inside(distinct[i])
		}
		if before == 0 || after > 0 {
			t.Errorf("network %s: %d phrases stand inside better ones, with Distinct %d", network, before, after)
		}
	}
}

// TestNonsense: no phrase is a stop word of either language of a text, or crosses a colon, by the network and from the text alone.
func TestNonsense(t *testing.T) {
	const title = "The tail of the comet : dust and ice and the sun"
	const body = "Die Arbeit untersucht, wie sich Kometen in der Nähe der Sonne verhalten, und welche Stoffe dabei frei werden. Die Kometen wurden gezählt."
	for _, network := range []string{label.On, label.Off} {
		labels := predicted(t, func(o *label.Options) { o.Network, o.Choose = network, "top=40" }, label.Document{Title: title, Body: body})
		for _, p := range labels[0].Phrases {
			if strings.Contains(" the of and die der in und wie sich wurden dabei ", " "+p.Phrase+" ") || strings.Contains(p.Surface, ":") {
				t.Errorf("network %s: %q, %q", network, p.Phrase, p.Surface)
			}
		}
		if len(labels[0].Phrases) < 3 {
			t.Errorf("network %s: only %v", network, labels[0].Phrases)
		}
	}
}
