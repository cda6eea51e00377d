package spelling

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// labelled is a made-up set of labelled documents.
type labelled map[string]string // spelling by stems

func (l labelled) Spelling(stems string) string { return l[stems] }
func (l labelled) Contains(word string) bool {
	return strings.Contains(" deep learning survey methods parameter estimation engine oil inference network optics repair neural forecasting search ", " "+word+" ")
}
func (l labelled) Keyphrases() iter.Seq[Keyphrase] {
	return func(yield func(Keyphrase) bool) {
		for _, s := range []string{"DNA repair", "Bayesian inference", "LaTeX", "X-ray optics", "neural network", "deep learning", "forecasting", "graph-based search"} {
			if !yield(Keyphrase{s, 3}) {
				return
			}
		}
	}
}

// at returns the places of all occurrences of phrases in title and body, in order.
func at(title, body string, phrases ...string) (places []Place) {
	for field, text := range []string{title, body} {
		for i := range text {
			for _, p := range phrases {
				if strings.HasPrefix(text[i:], p) {
					places = append(places, Place{field, i, i + len(p)})
				}
			}
		}
	}
	return places
}

// TestWhole: a place grows to the end of the word as people write it, and no further.
func TestWhole(t *testing.T) {
	for _, c := range []struct{ text, inside, want string }{
		{"We use C++ and more", "C", "C++"},
		{"in F#, or", "F", "F#"},
		{"the .NET platform", "NET", ".NET"},
		{"on ASP.NET here", "ASP", "ASP.NET"},
		{"on ASP.NET here", "NET", "ASP.NET"},
		{"with Vue.js too", "Vue", "Vue.js"},
		{"our R&D budget", "R", "R&D"},
		{"our R&D budget", "D", "R&D"},
		{"black & white", "white", "white"},
		{"of H.264 video", "H.", "H.264"},
		{"of H.264 video", "H", "H.264"},
		{"and PM2.5 levels", "PM2", "PM2.5"},
		{"and PM2.5 levels", ".5", "PM2.5"},
		{"the α-synuclein gene", "synuclein", "α-synuclein"},
		{"a k-NN graph", "NN", "k-NN"},
		{"a deep-learning method", "learning", "learning"},
		{"COVID-19 cases", "COVID", "COVID-19"},
		{"pages A-10-20", "A", "A"},
		{"on Si(100) wafers", "Si", "Si(100)"},
		{"on Si(100) wafers", "Si(100", "Si(100)"},
		{"the group SU(2).", "SU", "SU(2)"},
		{"the algorithm(s) of", "algorithm", "algorithm"},
		{"a network (CNN) of", "network", "network"},
		{"the networks(GCN) of", "networks", "networks"},
		{"the U.S. economy", "U.S", "U.S."},
		{"plan B. Then", "B", "B"},
		{"the economy.The end", "economy", "economy"},
		{"the economy.2 Then", "economy", "economy"},
		{"the economy. Then", "economy", "economy"},
		{"TGFβ signals", "TGF", "TGFβ"},
		{"and Moore's law here", "'s law", "Moore's law"},
		{"the 5-HT2A receptor", "HT2A", "5-HT2A"},
		{"the NF-κB pathway", "κB", "NF-κB"},
		{"an ML-model here", "model", "model"},
		{"by TCP/IP here", "IP", "TCP/IP"},
		{"by TCP/IP here", "TCP", "TCP/IP"},
		{"LONDON/PARIS", "PARIS", "PARIS"},
		{"at 15-Minute steps", "Minute", "15-Minute"},
		{"in 2020-Minute", "Minute", "Minute"},
		{"CD4+ cells", "CD4", "CD4+"},
		{"x+y is", "x", "x"},
		{"search by A* here", "A", "A*"},
		{"the words* here", "words", "words"},
		{"深度学习方法", "学习", "学习"},
		{"한국어를", "한국어", "한국어"},
		{"(see deep nets)", "deep nets", "deep nets"},
	} {
		d := NewDocument("en", nil, "", c.text)
		if got := d.Text(d.Whole(at("", c.text, c.inside)[0])); got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.inside, c.text, got, c.want)
		}
	}
}

// TestSpellings: the most frequent spelling, in the case of its places within sentences.
func TestSpellings(t *testing.T) {
	for _, c := range []struct {
		name, tag, title, body string
		phrases                []string
		want                   string
	}{
		{"most frequent", "en", "", "A word embedding. Use word-embedding here, and word-embedding there.", []string{"word embedding", "word-embedding"}, "word-embedding|word embedding"},
		{"title case", "en", "Parameter Estimation of Engine Oil", "We do parameter estimation.", []string{"Parameter Estimation", "parameter estimation"}, "parameter estimation"},
		{"title case alone", "en", "Parameter Estimation of Engine Oil", "Nothing.", []string{"Parameter Estimation"}, "parameter estimation"},
		{"labelled documents", "en", "Bayesian Inference and Deep Learning With LaTeX", "", []string{"Bayesian Inference"}, "Bayesian inference"},
		{"sentence's first word", "en", "", "Bayesian inference works. Deep learning is known.", []string{"Deep learning"}, "deep learning"},
		{"other words of the text", "en", "Methods by Zorgle", "Zorgle networks work. The method of Zorgle is old.", []string{"Zorgle networks"}, "Zorgle networks"},
		{"lower elsewhere", "en", "", "Zorgle networks work. We like zorgle.", []string{"Zorgle networks"}, "zorgle networks"},
		{"all capitals", "en", "DEEP LEARNING FOR DNA REPAIR", "", []string{"DNA REPAIR"}, "DNA repair"},
		{"small letters in capitals", "en", "A STUDY OF mRNA VACCINES", "", []string{"mRNA VACCINES"}, "mRNA vaccines"},
		{"initial", "en", "A Survey by A. Zorgle", "We like a method.", []string{"A. Zorgle"}, "A. Zorgle"},
		{"all capitals, but once", "en", "DEEP LEARNING FOR X", "A survey of Deep Learning here.", []string{"DEEP LEARNING", "Deep Learning"}, "Deep Learning"},
		{"acronym in title case", "en", "Repair of mRNA and DNA Methods", "", []string{"DNA Methods"}, "DNA methods"},
		{"name within a sentence", "en", "", "We read the Critique of Pure Reason again.", []string{"Critique of Pure Reason"}, "Critique of Pure Reason"},
		{"sentence case title", "en", "Deep learning survey in Berlin", "", []string{"Berlin"}, "Berlin"},
		{"single letter", "en", "X-ray Optics and Survey Methods", "", []string{"X-ray Optics"}, "X-ray optics"},
		{"single letter elsewhere", "en", "X-ray Optics and Survey Methods", "Let x be small.", []string{"X-ray Optics"}, "X-ray optics"},
		{"unknown name", "en", "The Zorgle Survey and its Methods", "", []string{"Zorgle Survey"}, "Zorgle survey"},
		{"German noun", "de", "", "Datenbanken sind gut.", []string{"Datenbanken"}, "Datenbanken"},
		{"German title", "de", "Neuronale Netze in der Praxis", "Wir trainieren neuronale Netze.", []string{"Neuronale Netze", "neuronale Netze"}, "neuronale Netze"},
		{"German capitals", "de", "DATENBANKEN IM ALLTAG", "", []string{"DATENBANKEN"}, "Datenbanken"},
		{"Finnish", "fi", "", "Kirjasto on suuri.", []string{"Kirjasto"}, "kirjasto"},
		{"labelled phrase", "en", "", "Industry 4.0 is here. Industry is old, and industry stays.", []string{"Industry 4.0"}, "Industry 4.0"},
		{"labelled phrase in small letters", "en", "", "Industry 4.0 is here, and industry 4.0 stays.", []string{"Industry 4.0", "industry 4.0"}, "industry 4.0"},
		{"letter and digits", "en", "Coding by H.264 and Deep Learning", "", []string{"H.264"}, "H.264"},
		{"blanks", "en", "", "a  neural\n network", []string{"neural\n network"}, "neural network"},
		{"soft hyphens", "en", "", "neu\u00adral net\u00ad\nwork", []string{"neu\u00adral net\u00ad\nwork"}, "neural network"},
		{"line end", "en", "", "traffic fore-\n casting", []string{"traffic fore-\n casting"}, "traffic forecasting"},
		{"line end in a word with a hyphen", "en", "", "graph-\nbased search and graph-based nets", []string{"graph-\nbased search"}, "graph-based search"},
		{"line end and a capital", "en", "", "by Smith-\nWaterman scores", []string{"Smith-\nWaterman scores"}, "Smith-Waterman scores"},
		{"line end that is a blank", "en", "", "traffic fore- casting", []string{"traffic fore- casting"}, "traffic forecasting"},
		{"part left out", "en", "", "pre- and postwar art", []string{"pre- and postwar art"}, "pre- and postwar art"},
		{"invisible", "en", "", "neu\u2060ral\ufeff net", []string{"neu\u2060ral\ufeff net"}, "neural net"},
		{"blank without width", "en", "", "neural\u200bnet\u200b \u200bsize", []string{"neural\u200bnet\u200b \u200bsize"}, "neural net size"},
		{"joiners", "en", "", "neu\u200cral n\u200det", []string{"neu\u200cral n\u200det"}, "neural net"},
		{"joiners of Persian", "fa", "", "می\u200cشود", []string{"می\u200cشود"}, "می\u200cشود"},
		{"ligatures", "en", "", "eﬃcient ﬂow", []string{"eﬃcient ﬂow"}, "efficient flow"},
		{"full width", "en", "", "ｎｅｔ　ｓｉｚｅ", []string{"ｎｅｔ　ｓｉｚｅ"}, "net size"},
		{"mathematical letters", "en", "", "𝐧𝐞𝐭 𝑠𝑖𝑧𝑒", []string{"𝐧𝐞𝐭 𝑠𝑖𝑧𝑒"}, "net size"},
		{"hyphens", "en", "", "a k\u2011d tree, a k-d tree, a k d tree", []string{"k\u2011d tree", "k-d tree", "k d tree"}, "k\u2011d tree|k d tree"},
		{"half a quotation", "en", "", "Kant's \"Critique of reason\" again", []string{"Kant's \"Critique"}, "Kant's Critique"},
		{"a quotation", "en", "", "the \"smart\" city of “smart” people", []string{"\"smart\" city"}, "\"smart\" city"},
		{"typographic quotations", "de", "", "die „kluge“ Stadt und the “smart” city", []string{"„kluge“ Stadt", "“smart” city"}, "„kluge“ Stadt|“smart” city"},
		{"half a typographic quotation", "en", "", "the “smart city” again", []string{"the “smart"}, "the smart"},
		{"invalid", "en", "", "deep\xff nets", []string{"deep\xff nets"}, "deep\ufffd nets"},
	} {
		d := NewDocument(c.tag, NewLexicon(labelled{}), c.title, c.body)
		if got := strings.Join(d.Spellings(at(c.title, c.body, c.phrases...), "Industry 4.0"), "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestAbsent: absent phrases are spelt as labelled documents spell them, and special tokens never show.
func TestAbsent(t *testing.T) {
	l := NewLexicon(labelled{"covid <digit>": "COVID-19", "graph cut": "graph cuts"})
	for _, c := range []struct{ tokens, stems, want string }{
		{"covid <digit>", "covid <digit>", "COVID-19"},
		{"graph cut", "graph cut", "graph cuts"},
		{"type <digit> diabetes", "type <digit> diabet", ""},
		{"<unk> nets", "<unk> net", ""},
		{"bayesian nets", "bayesian net", "Bayesian nets"},
		{"alzheimer 's disease", "alzheim 's diseas", "alzheimer's disease"},
		{"nets ( deep )", "net ( deep )", "nets (deep)"},
	} {
		if got := l.Absent(strings.Fields(c.tokens), strings.Fields(c.stems)); got != c.want {
			t.Errorf("%q: %q, want %q", c.tokens, got, c.want)
		}
	}
	if got := (*Lexicon)(nil).Absent([]string{"bayesian", "nets"}, []string{"bayesian", "net"}); got != "bayesian nets" {
		t.Errorf("without a lexicon: %q", got)
	}
}

// TestLearner: capitals count unless they are the way of the list.
func TestLearner(t *testing.T) {
	lists := [][]string{
		{"deep learning", "Bayesian network", "hidden Markov model", "Gibbs sampling", "graph cuts"},
		{"Deep Learning", "Markov Model", "DNA Repair", "Neural Nets"},
		{"DEEP LEARNING", "MARKOV MODEL"},
		{"3D Vision", "Neural Nets"},
		{"Deep learning", "Graph cuts", "Hidden Markov model", "LaTeX"},
		{"Deep learning", "graph cuts", "neural nets"},
		{"Saudi Arabia", "Bradley-Terry model", "Graph cuts", "Hidden Markov model"},
		{"bayesian network", "graph cuts", "latex"},
		{"Parkinson's disease", "Women's health", "Neural nets"},
		{"parkinson's disease"},
		{"women's health", "DNA repair"}, {"women's health", "LaTeX"},
		{"\"graph cuts\"", "neural nets.", "the U.S.", ".NET"},
	}
	l := &Learner{}
	for _, list := range lists {
		l.Learn(list)
	}
	want := [][]string{
		{"deep learning", "Bayesian network", "hidden Markov model", "Gibbs sampling", "graph cuts"},
		{"deep learning", "Markov model", "DNA repair", "neural nets"},
		{"deep learning", "Markov model"},
		{"3D vision", "neural nets"},
		{"deep learning", "graph cuts", "hidden Markov model", "LaTeX"},
		{"deep learning", "graph cuts", "neural nets"},
		{"Saudi Arabia", "Bradley-Terry model", "graph cuts", "hidden Markov model"},
		{"Bayesian network", "graph cuts", "LaTeX"},
		{"Parkinson's disease", "women's health", "neural nets"},
		{"Parkinson's disease"},
		{"women's health", "DNA repair"}, {"women's health", "LaTeX"},
		{"graph cuts", "neural nets", "the U.S.", ".NET"},
	}
	for i, list := range lists {
		if got := l.Spell(list); !slices.Equal(got, want[i]) {
			t.Errorf("%q: %q, want %q", list, got, want[i])
		}
	}
}

// TestHostile: hyphens, brackets and numbers behind each of many places give a bounded number of spellings. Without the limits the
// last of these compares each place with all others, and the first reads the rest of the text for each.
func TestHostile(t *testing.T) {
	for name, unit := range map[string]string{"brackets": "net( ", "line ends": "net-\nwork ", "numbers": "net-%d "} {
		var b strings.Builder
		for i := range 100_000 {
			b.WriteString(strings.ReplaceAll(unit, "%d", strconv.Itoa(i)))
		}
		d := NewDocument("en", nil, "", b.String())
		var places []Place
		for i := 0; ; {
			next := strings.Index(b.String()[i:], "net")
			if next < 0 {
				break
			}
			end := i + next + len("net")
			if name == "line ends" {
				end += len("-\nwork")
			}
			places = append(places, d.Whole(Place{1, i + next, end}))
			i = end
		}
		if len(places) != 100_000 {
			t.Fatalf("%s: %d places", name, len(places))
		}
		if got := d.Spellings(places, ""); len(got) == 0 || len(got) > MostPlaces {
			t.Errorf("%s: %d spellings", name, len(got))
		}
	}
}
