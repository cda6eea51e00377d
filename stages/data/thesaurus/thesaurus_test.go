package thesaurus

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/data/thesaurus/internal/rdf"
)

const turtle = `@prefix s: <http://www.w3.org/2004/02/skos/core#> . @prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
:tree a s:Concept ; s:prefLabel "trees"@en, "Bäume"@de-AT ; s:altLabel "woody plants"@en ; s:notation "7.1" ; s:broader :plant ; s:related :wood .
:plant s:prefLabel "plants"@en ; s:broader :tree .
:wood s:prefLabel "wood (material)"@en ; s:hiddenLabel "timbre"@en . :forest s:prefLabel "wood"@en .
:old s:prefLabel "shrubs"@en ; owl:deprecated true ; s:broader :plant . :bare a s:Concept . :scheme a s:ConceptScheme ; s:prefLabel "All"@en .
`

const xmlText = `<?xml version="1.0"?><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:s="http://www.w3.org/2004/02/skos/core#" xmlns:o="http://www.w3.org/2002/07/owl#" xml:base="http://e/">
<s:Concept r:about="tree"><s:prefLabel xml:lang="en">trees</s:prefLabel><s:prefLabel xml:lang="de">Bäume</s:prefLabel><s:altLabel xml:lang="en">woody plants</s:altLabel>
<s:notation>7.1</s:notation><s:broader r:resource="plant"/></s:Concept>
<s:Concept r:about="plant"><s:prefLabel xml:lang="en">plants</s:prefLabel><s:narrower r:resource="old"/><s:broader r:resource="tree"/></s:Concept>
<s:Concept r:about="wood"><s:prefLabel xml:lang="en">wood (material)</s:prefLabel><s:hiddenLabel xml:lang="en">timbre</s:hiddenLabel><s:related r:resource="tree"/></s:Concept>
<s:Concept r:about="forest"><s:prefLabel xml:lang="en">wood</s:prefLabel></s:Concept>
<s:Concept r:about="old"><s:prefLabel xml:lang="en">shrubs</s:prefLabel><o:deprecated>true</o:deprecated></s:Concept><s:Concept r:about="bare"/></r:RDF>`

const want = `http://e/forest "" [{wood en 0}] [] [] []
http://e/plant "" [{plants en 0}] [3] [3] []
http://e/tree "7.1" [{Bäume de 0} {trees en 0} {woody plants en 1}] [1] [1] [2]
http://e/wood "" [{wood (material) en 0} {timbre en 2}] [] [] [3]
deprecated 1, without label 1
`

func show(v *Vocabulary) string {
	var b strings.Builder
	for c, of := range v.concepts {
		var labels []string
		for _, l := range v.labels {
			if l.concept == uint32(c) {
				labels = append(labels, fmt.Sprintf("{%s %s %d}", l.text, v.languages[l.language], l.kind))
			}
		}
		fmt.Fprintf(&b, "%s %q %v", v.URI(uint32(c)), of.notation, labels)
		for _, l := range []lists{v.broader, v.narrower, v.related} {
			fmt.Fprint(&b, " ", l.at(uint32(c)))
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "deprecated %d, without label %d\n", v.Deprecated, v.Unlabelled)
	return b.String()
}

// read reads a thesaurus that is whole, with labels in English.
func read(t testing.TB, text string) *Vocabulary {
	t.Helper()
	v, err := Read(t.Context(), "t", strings.NewReader(text), "en")
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func packed(t testing.TB, text string) (gz, zst string) {
	var g, z bytes.Buffer
	w := gzip.NewWriter(&g)
	e, err := zstd.NewWriter(&z)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []func() error{func() error { _, err := w.Write([]byte(text)); return err }, w.Close, func() error { _, err := e.Write([]byte(text)); return err }, e.Close} {
		if err := f(); err != nil {
			t.Fatal(err)
		}
	}
	return g.String(), z.String()
}

// TestRead: whatever the format, the concepts are the same; broader runs in a circle; two concepts are called wood.
func TestRead(t *testing.T) {
	same := strings.NewReplacer("[3] [3]", "[2] [2]", "[2]\nhttp://e/wood", "[3]\nhttp://e/wood", "[3]\ndepr", "[2]\ndepr").Replace(want)
	gz, zst := packed(t, turtle)
	for name, text := range map[string]string{"turtle": turtle, "gzip": gz, "zstd": zst, "xml": xmlText, "turtle with a mark": "\ufeff" + turtle, "xml with a mark": "\ufeff" + xmlText,
		"xml without a declaration": "\ufeff" + xmlText[strings.Index(xmlText, "<r:RDF"):]} {
		if got := show(read(t, text)); got != same {
			t.Errorf("%s: %s, want\n%s", name, got, same)
		}
	}
}

// TestExtended: labels of SKOS-XL are those of SKOS, whatever comes first, with or without a name; labels of nothing and concepts without
// a name are left out, and a label in both forms counts once.
func TestExtended(t *testing.T) {
	const prefixes = "@prefix s: <http://www.w3.org/2004/02/skos/core#> . @prefix x: <http://www.w3.org/2008/05/skos-xl#> . @prefix : <http://e/> .\n"
	const rows = "http://e/a \"\" [{roses en 0} {Rosen de 1} {rosez en 2}] [] [] []\nhttp://e/b \"\" [{oaks en 0}] [] [] []\ndeprecated 0, without label 0\n"
	for name, text := range map[string]string{
		"turtle": `:l2 x:literalForm "Rosen"@de-AT . :a a s:Concept ; x:prefLabel :l1 ; x:altLabel :l2 ; x:hiddenLabel _:h ; s:prefLabel "roses"@en .
			:l1 a x:Label ; x:literalForm "roses"@en, "more"@en . _:h x:literalForm "rosez"@en . :b x:prefLabel [ a x:Label ; x:literalForm "oaks"@en ] .
			:l9 x:literalForm "nothing"@en . _:c x:prefLabel :l9 . _:d s:prefLabel "d"@en . :b s:broader _:c ; x:altLabel :none .`,
		"xml": `<?xml version="1.0" encoding="ISO-8859-1"?><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:x="http://www.w3.org/2008/05/skos-xl#" xmlns:e="http://e/">
			<r:Description r:about="http://e/a"><x:prefLabel><x:Label r:about="http://e/1"><x:literalForm xml:lang="en">roses</x:literalForm></x:Label></x:prefLabel><x:altLabel r:nodeID="n"/>
			<x:hiddenLabel r:parseType="Resource"><x:literalForm xml:lang="en">rosez</x:literalForm></x:hiddenLabel></r:Description>
			<x:Label r:nodeID="n"><x:literalForm xml:lang="de">Rosen</x:literalForm></x:Label><e:X r:about="http://e/b"><x:prefLabel><x:Label><x:literalForm xml:lang="en">oaks</x:literalForm></x:Label></x:prefLabel></e:X></r:RDF>`,
	} {
		if name == "turtle" {
			text = prefixes + text
		}
		if got := show(read(t, text)); got != rows {
			t.Errorf("%s: %s, want\n%s", name, got, rows)
		}
	}
}

// TestReadBad: a broken file is named, with the line.
func TestReadBad(t *testing.T) {
	gz, _ := packed(t, turtle)
	list, _ := packed(t, "term,synonyms\nRose,Rosa\n")
	for text, says := range map[string]string{
		turtle + "\n:x s:prefLabel .":                                        "f: line 7: ",
		"<http://e/a> a <http://e/b> .\nuri,label\n":                         "f: line 2: \"uri\" begins no statement: want an IRI in <>, a prefixed name, @prefix or @base; mend that statement",
		"<http://e/a>\tred\nsome words":                                      "f: line 2: ",
		"<http://e/a>\tred\n<http://e/b>\t\xff":                              "f: line 2: ",
		"<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>\n<a>": "f: line 2: ",
		"": "no concept",
		"@prefix s: <http://e/> .\ns:a s:label 'x' .": "no concept",
		gz[:len(gz)-9]:                           "cut short",
		list[:len(list)-9]:                       "cut short",
		"\x00<\x00?\x00x":                        "is in UTF-16",
		turtle + strings.Repeat(":x s:p [", 201): "f: line 6: ",
	} {
		_, err := Read(t.Context(), "f", strings.NewReader(text), "en")
		var bad *schemas.FileError
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), says) || bad.Remedy == "" {
			t.Errorf("%.40q: %v, want … %s", text, err, says)
		}
	}
}

// TestBudget: every part of a thesaurus counts, and the one that is too much is named with its line.
func TestBudget(t *testing.T) {
	const head = "@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n"
	long := strings.Repeat("x", maxLabel)
	for _, text := range []string{"<u:" + long + "> s:prefLabel 'x' .", "<u:a> s:prefLabel '" + long + "' .", "<u:a> s:notation '" + long + "' .", "<u:a> s:broader <u:" + long + "> .",
		"<u:a> a s:Concept ; s:related " + strings.Repeat("<u:b>, ", 100) + "<u:b> ."} {
		b := &builder{untagged: "en"}
		b.spent = mostMemory - 3*perConcept - 3*perLabel - 1000
		err := fileError("f", rdf.Turtle(strings.NewReader(head+text), b.triple), mend)
		if !errors.Is(err, errFull) && !strings.Contains(err.Error(), "f: line 2: it takes more than 1.5 GiB of memory; leave out") {
			t.Errorf("%.20s: %v", text, err)
		}
	}
	b := &builder{untagged: "en"}
	b.spent = mostMemory - 2*perConcept - perLabel - 2000
	if remedy, err := b.read(t.Context(), "f", strings.NewReader("<u:a>\tred\n<u:b>\t"+long)); !strings.Contains(fileError("f", err, remedy).Error(), "f: line 2: it takes") {
		t.Error(err)
	}
}

// TestBudgetOfList: rows of a list count for as long as they are in memory.
func TestBudgetOfList(t *testing.T) {
	b := &builder{untagged: "en"}
	if _, err := b.read(t.Context(), "f", strings.NewReader("<u:a>\tred\n")); err != nil || b.spent != perConcept+perLabel+perByte*len("u:ared") {
		t.Errorf("%d, %v", b.spent, err)
	}
	b = &builder{spent: mostMemory - perRow - 2*perCell - len("<u:a>red")}
	if _, err := b.read(t.Context(), "f", strings.NewReader("<u:a>\tred\n<u:b>\tred\n")); err == nil || !strings.HasPrefix(err.Error(), "line 2: it takes") {
		t.Error(err)
	}
}

// TestLong: labels and notations that are too long are left out and counted.
func TestLong(t *testing.T) {
	long := strings.Repeat("x", maxLabel+1)
	v := read(t, "<u:a>\tred\t"+long+"\n<u:b>\t"+long+"\n<u:c>\t"+long[1:]+"\n")
	if v.Long != 2 || v.Unlabelled != 1 || v.Len() != 2 {
		t.Error(show(v), v.Long)
	}
}

// found lists what a text of a language has.
func found(v *Vocabulary, language, text string) string {
	m := NewMatcher(v)
	words := m.Stemmer(language).Words(text)
	var list []string
	m.Find(language, words, func(k Match) {
		c, _ := v.LabelOf(k.Label)
		s := v.Label(c, language)
		if k.Bare {
			s += " bare"
		}
		for _, w := range k.Words {
			s += " " + text[words[w].Start:words[w].End]
		}
		list = append(list, s)
	})
	return strings.Join(list, "; ")
}

func TestFind(t *testing.T) {
	v := read(t, turtle)
	for _, c := range []struct{ language, text, want string }{
		{"en", "A tree. The woody, evergreen plant!", "trees tree; trees woody plant; plants plant"},
		{"en", "Wood is a material", "wood Wood; wood (material) bare Wood; wood (material) Wood material"},
		{"en", "Woody. Plants", "plants Plants"},
		{"de", "Der Baum, viele Bäume", "Bäume Baum"},
		{"de", "trees", ""},
		{"fr", "trees", ""},
	} {
		if got := found(v, c.language, c.text); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.language, c.text, got, c.want)
		}
	}
	short := read(t, "u:it\tIT\n")
	if found(short, "en", "it is") != "" || found(short, "en", "IT is") != "IT IT" {
		t.Errorf("the acronym IT in it: %q, in IT: %q", found(short, "en", "it is"), found(short, "en", "IT is"))
	}
}

// TestShown: what is read of small files. Concepts are in the order of whole URIs. Of two labels of a concept with one text the preferred
// one is kept, also if it comes last; the first notation in byte order is kept; a label without a language is of the language that is
// given, and the language of a region is the language, in small letters or capitals.
func TestShown(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\ufeff<http://e/a>\tred\r\n\nhttp://e/a\tcrimson\t9\n<http://e/b>\tred\nhttp://e/a\tred\t10\n",
			"http://e/a \"10\" [{red en 0} {crimson en 1}] [] [] []\nhttp://e/b \"\" [{red en 0}] [] [] []\ndeprecated 0, without label 0\n"},
		{"u:12345678b\tx\nv:1\tx\nu:12345678a\tx\nu:1\tx\n",
			"u:1 \"\" [{x en 0}] [] [] []\nu:12345678a \"\" [{x en 0}] [] [] []\nu:12345678b \"\" [{x en 0}] [] [] []\nv:1 \"\" [{x en 0}] [] [] []\ndeprecated 0, without label 0\n"},
		{`@prefix s: <http://www.w3.org/2004/02/skos/core#> .
<u:a> s:hiddenLabel "red"@en ; s:altLabel "red", "blue" ; s:prefLabel "red"@en-GB, " rot "@de ; s:notation "2", "1", "3" .
<u:b> s:altLabel "red"@EN-gb ; s:related <u:a>, <u:b>, <u:none> . <u:a> s:related <u:b> ; s:narrower <u:b> . <u:b> s:broader <u:a> .`,
			`u:a "1" [{rot de 0} {red en 0} {blue en 1}] [] [1] [1]
u:b "" [{red en 1}] [0] [] [0]
deprecated 0, without label 1
`},
	} {
		if got := show(read(t, c.text)); got != c.want {
			t.Errorf("%s, want\n%s", got, c.want)
		}
	}
}

// TestMany: of 30,000 concepts in an order of chance every table is right, whose labels, notations and relations tell their numbers.
func TestMany(t *testing.T) {
	const n = 30_000
	var b strings.Builder
	b.WriteString("@prefix s: <http://www.w3.org/2004/02/skos/core#> .\n")
	for _, i := range rand.New(rand.NewPCG(1, 2)).Perm(n) {
		fmt.Fprintf(&b, "<u:%05d> s:altLabel \"alt %d\"@de ; s:prefLabel \"Word%d (of %d)\"@en ; s:notation \"%d\" ; s:broader <u:%05d> .\n", i, i, i, i%7, i, i/10)
	}
	v := read(t, b.String())
	if v.Len() != n {
		t.Fatal(v.Len())
	}
	m := NewMatcher(v)
	for i := range uint32(n) {
		c, ok := v.Concept(fmt.Sprintf("u:%05d", i))
		if !ok || c != i || v.Notation(c) != fmt.Sprint(i) || v.Label(c, "de") != fmt.Sprintf("Word%d (of %d)", i, i%7) || i > 0 && !slices.Equal(v.Broader(c), []uint32{i / 10}) {
			t.Fatalf("concept %d: %v %d %s %s %v", i, ok, c, v.Notation(c), v.Label(c, "de"), v.Broader(c))
		}
		text, bare := fmt.Sprintf("word%d", i), 0
		m.Find("en", m.Stemmer("en").Words(text), func(k Match) {
			if of, kind := v.LabelOf(k.Label); of == c && kind == Preferred && k.Bare {
				bare++
			}
		})
		if bare != 1 {
			t.Fatalf("%s is found %d times", text, bare)
		}
	}
}

// TestOpen: the digest is that of the whole file, also of what stands behind its compressed content; nothing is written beside it,
// and a file called like a compiled thesaurus is not read.
func TestOpen(t *testing.T) {
	gz, zst := packed(t, turtle)
	for name, text := range map[string]string{"t.ttl": turtle, "t.gz": gz, "t.zst": zst} {
		dir := t.TempDir()
		path := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o644), os.Mkdir(path+".compiled", 0o755)); err != nil {
			t.Fatal(err)
		}
		o, err := Open(t.Context(), path, "en")
		if err != nil || o.Digest != fmt.Sprintf("%x", sha256.Sum256([]byte(text))) || o.Len() != 4 || o.Deprecated != 1 {
			t.Errorf("%s: %v, %+v", name, err, o)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
			t.Errorf("%s: %v, %v lie in the folder", name, err, left)
		}
	}
}

// TestOpenEnds: the end of the context ends reading and compiling, and is no fault of the file.
func TestOpenEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.ttl")
	if err := os.WriteFile(path, []byte(turtle), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, path, ""); err != context.Canceled {
		t.Errorf("Open: %v", err)
	}
	b := &builder{untagged: "en"}
	if _, err := b.read(t.Context(), "t", strings.NewReader(turtle)); err != nil {
		t.Fatal(err)
	}
	if err := b.finish(); err != nil {
		t.Fatal(err)
	}
	if err := b.makeForms(ctx); err != context.Canceled {
		t.Errorf("the forms: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{turtle, xmlText, "<http://e/a>\tred\n", "id;term;synonyms;bt\n1;rose;a|b;2\n2;oak;c, 1,2-d;rose\n", "rose\noak, old\n", "PK\x03\x04"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Read(t.Context(), "f", strings.NewReader(text), "en")
		if bad := (*schemas.FileError)(nil); err != nil && !errors.As(err, &bad) {
			t.Fatalf("%v is no FileError", err)
		}
	})
}
