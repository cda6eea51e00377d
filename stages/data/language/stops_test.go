package language

import (
	"strings"
	"testing"
)

// TestStopsOf: the stop words of a text are those of each language in which its title or a passage is written, and of English.
func TestStopsOf(t *testing.T) {
	const (
		german  = "Die Arbeit untersucht, wie sich Kometen in der Nähe der Sonne verhalten, und welche Stoffe dabei frei werden."
		french  = "Les comètes sont des corps froids qui viennent de loin, et leur queue se forme quand elles passent près du soleil."
		dutch   = "De kometen komen van ver en krijgen een staart wanneer zij in de buurt van de zon voorbij vliegen."
		spanish = "Los cometas son cuerpos fríos que vienen de lejos, y su cola se forma cuando pasan cerca del sol."
		russian = "Кометы приходят издалека, и хвост у них появляется тогда, когда они проходят рядом с солнцем."
		finnish = "Komeetat tulevat kaukaa, ja niiden pyrstö syntyy silloin, kun ne kulkevat auringon läheltä ohi."
		english = "The tails of comets grow when they pass near the sun, and this is what we look at in the work."
		chinese = "彗星来自遥远的地方，当它们经过太阳附近的时候，尾巴就会形成，这是我们研究的对象。"
		danish  = "Hvad er kometer lavet af, og hvornår bliver deres hale synlig på himlen over en by? Det undersøges i dette arbejde ved hjælp af gode billeder af dem."
	)
	for _, c := range []struct{ name, title, body, stops, others string }{
		{"German with an English title", "The tails of comets near a star", german, "the of und der dabei a", "kometen sonne comets"},
		{"English with a German title", "Wie sich Kometen in der Nähe der Sonne verhalten", english, "the der wie sich", "comets sun"},
		{"French and English", "The comets", french + " " + english, "the les des of quand", "comètes comets"},
		{"Dutch and English", "De kometen", dutch + "\n\n" + english, "de een the of wanneer", "kometen staart"},
		{"Spanish and English", "Los cometas", spanish + " " + english, "los del the cuando", "cometas sol"},
		{"Russian and English", "Кометы", russian + " " + english, "и когда the of", "кометы солнцем"},
		{"Finnish and English", "Komeetat", finnish + " " + english, "ja kun the when", "komeetat pyrstö"},
		{"Chinese and English", "彗星", chinese + english, "的 the of", "彗星 comets"},
		{"Chinese with English words", "彗星", chinese, "的 the of", "彗星 comets"},
		{"German and French", "Kometen", german + " " + french, "und des sont the", "queue sonne"},
		{"English alone", "Comets", english, "the of", "die der sur pour"},
		{"Danish", "Kometer", danish, "og the of", "by and"},
		{"Danish and English", "Kometer", danish + " " + english, "og the by and", "kometerne"},
		{"too short", "Comets", "", "the", "die"},
	} {
		tag, _ := Detect(c.title + "\n" + c.body)
		s := StopsOf(tag, c.title, c.body)
		for _, w := range strings.Fields(c.stops) {
			if !s.Has(w) || !s.Has(strings.ToUpper(w)) {
				t.Errorf("%s: %q is no stop word of %v", c.name, w, s.tags)
			}
		}
		for _, w := range strings.Fields(c.others) {
			if s.Has(w) {
				t.Errorf("%s: %q is a stop word of %v", c.name, w, s.tags)
			}
		}
	}
}

// TestIdle: stop words, numbers, marks and special tokens are no phrase, in any mixture.
func TestIdle(t *testing.T) {
	s := StopsOf("de", "")
	for phrase, want := range map[string]bool{
		"the": true, "of the": true, "und": true, "der 12": true, "<digit>": true, "<digit> <unk>": true, "%": true, "( )": true, "n't": true, "'s": true,
		"comets": false, "the comets": false, "<digit> comets": false, "ö": false, "wo3": false, "c++": false,
	} {
		if got := s.Idle(strings.Fields(phrase)); got != want {
			t.Errorf("%q: %v", phrase, got)
		}
	}
}

// TestMore: languages that the detector knows without stop words have some, too.
func TestMore(t *testing.T) {
	for tag, words := range map[string]string{
		"lv": "un ir", "lt": "ir yra", "et": "ja ning", "sl": "in je", "sk": "a alebo", "vi": "và của", "eo": "kaj la", "af": "die en", "az": "və bu", "mk": "и се", "sr": "и је i je",
		"tl": "ang mga", "ur": "اور ہے", "be": "і на", "ja": "の は および", "zh": "的 和", "ko": "및", "he": "של את", "de": "wurde sowie", "en": "the also",
	} {
		for _, w := range strings.Fields(words) {
			if !Stop(tag, w) {
				t.Errorf("%q is no stop word of %s", w, tag)
			}
		}
	}
	for _, g := range tables().words["sowie"] {
		if tag := tables().tags[g.language]; tag == "de" {
			t.Error("a further stop word of German detects it")
		}
	}
	for _, tag := range tables().tags {
		if len(stops()[tag]) < 30 {
			t.Errorf("%s has few stop words", tag)
		}
	}
}

// TestMayIdle: what is idle in a text of any language may be idle, and words of content may not.
func TestMayIdle(t *testing.T) {
	for _, c := range []struct {
		words string
		may   bool
	}{{"the", true}, {"Und der", true}, {"<digit> .", true}, {"и", true}, {"の", true}, {"的", true}, {"graph", false}, {"the graph", false}, {"книга", false}, {"", true}} {
		if got := MayIdle(strings.Fields(c.words)); got != c.may {
			t.Errorf("%q: %v", c.words, got)
		}
	}
	for _, tag := range []string{"de", "fi", "ru", "ja", "zh", "en", "da", "pl", "tr"} {
		s := StopsOf(tag)
		for _, w := range []string{"the", "und", "ja", "и", "の", "的", "of", "12", "by", "most", "can", "graph"} {
			words := []string{w}
			if s.Idle(words) && !MayIdle(words) {
				t.Errorf("%s: %s is idle, and may not be", tag, w)
			}
			if IsIdle(words) && !s.Idle(words) {
				t.Errorf("%s: %s is always idle, but not here", tag, w)
			}
		}
	}
}
