package label

import (
	"fmt"
	"strings"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/corpus"
	"github.com/wrone2set/wrone2set/stages/data/document"
	"github.com/wrone2set/wrone2set/stages/data/language"
	"github.com/wrone2set/wrone2set/stages/data/markup"
	"github.com/wrone2set/wrone2set/stages/data/word"
	"github.com/wrone2set/wrone2set/stages/model/fallback"
	"github.com/wrone2set/wrone2set/stages/model/phrase"
	"github.com/wrone2set/wrone2set/stages/model/rank"
)

// Values of Options.Network and Options.Language.
const (
	Auto = "auto"
	On   = "on"
	Off  = "off"
)

// checkLanguage refuses a Language that is neither auto nor a tag.
func (o Options) checkLanguage() error {
	if l := o.Language; l != Auto && (len(l) < 2 || len(l) > 3 || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz") != "") {
		return fmt.Errorf("language is %q, want auto or a tag of two or three small letters, as in de", l)
	}
	return nil
}

// picker picks phrases from the text of documents that the network was not trained for. It is not safe for concurrent use.
type picker struct {
	model   *fallback.Ranker
	rule    rank.Rule
	options Options
	cutter  *word.Cutter
	rarity  *fallback.Frequencies // nil: unknown
	speller *phrase.Speller
	struck  map[string]func(stems []string) bool // by language
}

// picker returns the picker of a Maker, nil if the network labels all documents. With auto, that is so for a model of the user
// without extract.json, which may know any language, and for the choice slots, which shows what the network writes. It is also nil
// for options that Rule refuses.
func (m *Model) picker(o Options) *picker {
	rule, err := m.Rule(o)
	if err != nil || o.Network == On || o.Network == Auto && (rule.Name == rank.Slots || !m.leaves) {
		return nil
	}
	return &picker{m.picks, rule, o, word.NewCutter(), m.rarity, m.speller(o), map[string]func([]string) bool{}}
}

// pick gives an item with limits its phrases and, with Options.Why, their reasons, unless the network labels it. With whole, its
// boilerplate is read, too.
func (f *picker) pick(i *Item, whole bool) {
	if f == nil {
		return
	}
	title, body := written(&i.Document, whole)
	i.asked.Language = known(i, title, body)
	tag := i.asked.Language
	if tag == "" || f.options.Language != Auto {
		tag = f.options.tag(title, body)
	}
	if f.options.Network == Auto && (tag == language.English || tag == language.Unknown) {
		return
	}
	i.done = true
	i.picked, i.Reasons = f.phrases(&i.Document, tag, title, body)
}

// known returns the language of the text of an item if its limits tell it, else "". They tell that of the text without markup and
// the blanks around it; title and body are what is read of the text.
func known(i *Item, title, body markup.Text) string {
	d := &i.Document
	if title.Plain != d.TitleText || body.Plain != d.BodyText || d.TitleText == "" || strings.TrimSpace(d.TitleText) != d.TitleText {
		return ""
	}
	return i.limits.Language
}

// phrases returns the phrases of a document and, with Options.Why, their reasons.
func (f *picker) phrases(d *schemas.Document, tag string, title, body markup.Text) (phrases []schemas.Phrase, reasons map[string]rank.Reason) {
	text := fallback.Find(f.cutter, tag, title.Plain, body.Plain, f.rarity.Rarity(tag))
	f.model.Assess(text.Candidates)
	f.speller.Begin(d, tag)
	chosen := f.chosen(tag, text.Candidates)
	if f.options.Why {
		reasons = map[string]rank.Reason{}
		for i, r := range f.model.Explain(text.Candidates, chosen) {
			reasons[strings.Join(chosen[i].Words, " ")] = r
		}
	}
	for _, c := range chosen {
		if c.Probability < f.options.MinScore || f.options.MaxPhrases > 0 && len(phrases) == f.options.MaxPhrases {
			break
		}
		p := schemas.Phrase{Tokens: c.Words, Score: float32(c.Probability), Present: true, Slot: -1}
		f.speller.Present(&p, c.Places, "")
		phrases = append(phrases, p)
	}
	return phrases, reasons
}

// chosen returns the candidates of a text that are chosen, without those that are struck.
func (f *picker) chosen(tag string, candidates []fallback.Candidate) []fallback.Candidate {
	pick := func(all []fallback.Candidate) []fallback.Candidate { return f.model.Pick(f.rule, all) }
	if f.options.Lists == nil {
		return pick(candidates)
	}
	if f.struck[tag] == nil {
		f.struck[tag] = f.options.Lists.words(f.cutter, tag)
	}
	picked, n := rank.Unstruck(candidates, func(c fallback.Candidate) bool { return f.struck[tag](c.Stems) }, pick)
	f.options.Lists.struck.Add(int64(n))
	return picked
}

// Like counts the words of a document that is like those to label. Phrases from the text are then chosen by the rarity of their words
// in these documents. Call it before Maker.
func (m *Model) Like(o Options, r *corpus.Record) {
	if m.rarity == nil {
		m.rarity, m.cutter = fallback.NewFrequencies(), word.NewCutter()
	}
	title, body := written(&schemas.Document{Title: r.TitleTokens, Body: r.BodyTokens, TitleText: r.Title, BodyText: r.Body}, r.Whole)
	tag := o.tag(title, body)
	m.rarity.Add(tag, fallback.Stems(m.cutter, tag, title.Plain, body.Plain))
}

// tag returns the language of a text.
func (o Options) tag(title, body markup.Text) string {
	if o.Language != Auto {
		return o.Language
	}
	tag, _ := language.Detect(title.Plain + "\n" + body.Plain)
	return tag
}

// written returns the text of a document to be read, see document.Readable, or its tokens joined by blanks.
func written(d *schemas.Document, whole bool) (title, body markup.Text) {
	if d.TitleText != "" || d.BodyText != "" {
		titleText, bodyText, _ := document.Readable(d.TitleText, d.BodyText, whole, nil)
		return markup.Of(titleText), markup.Of(bodyText)
	}
	return markup.Of(strings.Join(d.Title, " ")), markup.Of(strings.Join(d.Body, " "))
}
