package rdf

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"gonum.org/v1/gonum/graph/formats/rdf"
)

// read lists the triples as lines.
func read(parse func(io.Reader, func(Triple) error) error, text string) (string, error) {
	var b strings.Builder
	err := parse(strings.NewReader(text), func(t Triple) error {
		fmt.Fprintln(&b, show(t.Subject), "<"+t.Predicate+">", show(t.Object))
		return nil
	})
	return b.String(), err
}

func show(t Term) string {
	switch t.Kind {
	case IRI:
		return "<" + t.Value + ">"
	case Blank:
		return "_:" + t.Value
	}
	if t.Language != "" {
		return fmt.Sprintf("%q@%s", t.Value, t.Language)
	}
	return fmt.Sprintf("%q", t.Value)
}

func TestTurtle(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"# only a comment", ""},
		{"<http://e/a> <http://e/p> <http://e/b> .", "<http://e/a> <http://e/p> <http://e/b>\n"},
		{"@prefix : <http://e/>. :a a :B; :p 'x'@de-AT , \"y\"^^<http://e/t>;; :q 1.5e3, -2, true.",
			"<http://e/a> <" + typeIRI + "> <http://e/B>\n<http://e/a> <http://e/p> \"x\"@de-AT\n<http://e/a> <http://e/p> \"y\"\n" +
				"<http://e/a> <http://e/q> \"1.5e3\"\n<http://e/a> <http://e/q> \"-2\"\n<http://e/a> <http://e/q> \"true\"\n"},
		{"PREFIX e: <http://e/x#>\nBASE <http://b/c/d>\n<../f> e:p <g>, <#h>, <>, <urn:x> .",
			"<http://b/f> <http://e/x#p> <http://b/c/g>\n<http://b/f> <http://e/x#p> <http://b/c/d#h>\n<http://b/f> <http://e/x#p> <http://b/c/d>\n<http://b/f> <http://e/x#p> <urn:x>\n"},
		{"@prefix e: <http://e/>. e:a.b e:c\\,d e:%41:x. _:n.1 e:p _:m .", "<http://e/a.b> <http://e/c,d> <http://e/%41:x>\n_:n.1 <http://e/p> _:m\n"},
		{"<u:a> <u:p> \"\"\"one \"two\"\nthree\"\"\" , '''x''', \"\", \"\\t\\u00e4\\U0001F600\\\"\".",
			"<u:a> <u:p> \"one \\\"two\\\"\\nthree\"\n<u:a> <u:p> \"x\"\n<u:a> <u:p> \"\"\n<u:a> <u:p> \"\\tä😀\\\"\"\n"},
		{"<u:a> <u:p> [ <u:q> 'x' ; ] . [ <u:r> 'y' ] .", "_:[1] <u:q> \"x\"\n<u:a> <u:p> _:[1]\n_:[2] <u:r> \"y\"\n"},
		{"<u:a> <u:p> ('x' <u:y>), ().", "_:[1] <" + firstIRI + "> \"x\"\n_:[1] <" + restIRI + "> _:[2]\n_:[2] <" + firstIRI + "> <u:y>\n_:[2] <" + restIRI + "> <" + nilIRI + ">\n" +
			"<u:a> <u:p> _:[1]\n<u:a> <u:p> <" + nilIRI + ">\n"},
	} {
		if got, err := read(Turtle, c.text); err != nil || got != c.want {
			t.Errorf("%s\n%s%v, want\n%s", c.text, got, err, c.want)
		}
	}
}

// TestLines: what breaks the grammar is named with its line.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		parse func(io.Reader, func(Triple) error) error
		text  string
		line  int
		says  string
	}{
		{Turtle, "\n<u:a> <u:p>\n", 3, "not a term"},
		{Turtle, "<u:a> <u:p> 'x'", 1, "want '.'"},
		{Turtle, "<u:a> <u:p> 'x'.\n\n<u:a <u:p> 'x'.", 3, "in the IRI"},
		{Turtle, "<u:a> <u:p> 'x\n'.", 1, "stands in three"},
		{Turtle, "<u:a> <u:p>\n'''x\n\n", 4, "begins in line 2"},
		{Turtle, "<u:a> <u:p> 'x\\q'.", 1, "not an escape"},
		{Turtle, "<u:a> <u:p> '\\ud800'.", 1, "not a character"},
		{Turtle, "<u:a> <u:p> e:x.", 1, `prefix "e" is not declared`},
		{Turtle, "<u:a> _:p 'x'.", 1, "cannot be a predicate"},
		{Turtle, "<u:a> <u:p> '\xff'.", 1, "not UTF-8"},
		{Turtle, "<u:a> <u:p> +.", 1, "not a number"},
		{Turtle, "<u:a> <u:p> " + strings.Repeat("[ <u:q> ", maxDepth+1), 1, "nested"},
		{Turtle, "<u:a> <u:p> '" + strings.Repeat("x", maxTerm+1), 1, "bytes"},
		{Turtle, "uri\tlabel", 1, "begins no statement"},
		{XML, "<r:RDF xmlns:r='" + namespace + "'>\n<r:Description>\n</r:RDF>", 3, "closed by"},
		{XML, "<a xmlns='u:'>\ntext</a>", 2, "where a property is expected"},
		{XML, strings.Repeat("<a xmlns='u:'>", 2*maxDepth+2), 1, "nested"},
		{XML, "<a xmlns='u:'><b>" + strings.Repeat("x", maxTerm+1), 1, "more than"},
		{Turtle, "<u:a> <u:p> " + strings.Repeat("(", maxDepth+1), 1, "nested"},
		{Turtle, "<u:a> <u:p> " + strings.Repeat("([<u:q> ", maxDepth/2+1), 1, "nested"},
		{Turtle, strings.Repeat("[<u:q> ", maxDepth+1), 1, "nested"},
		{Turtle, "@base <http://e/" + strings.Repeat("a/", maxPrefix/2) + "> .", 1, "base or prefix of more than"},
		{Turtle, "\nBASE <http://e/" + strings.Repeat("a", maxPrefix) + ">", 2, "base or prefix of more than"},
		{Turtle, "@prefix e: <http://e/" + strings.Repeat("a", maxPrefix) + "> .", 1, "base or prefix of more than"},
		{Turtle, "@prefix " + strings.Repeat("e", maxPrefix+1) + ": <u:> .", 1, "base or prefix of more than"},
		{Turtle, "<u:a> <u:p> 'x'@" + strings.Repeat("e", maxLanguage+1) + " .", 1, "language tag of more than"},
	} {
		_, err := read(c.parse, c.text)
		var bad *SyntaxError
		if !errors.As(err, &bad) || bad.Line != c.line || !strings.Contains(bad.Msg, c.says) {
			t.Errorf("%.60q: %v, want line %d: … %s", c.text, err, c.line, c.says)
		}
	}
}

func TestXML(t *testing.T) {
	const head = `<!DOCTYPE r [<!ENTITY e "http://e/">]><r:RDF xmlns:r="` + namespace + `" xmlns:e="http://e/" xml:base="http://b/" xml:lang="en">`
	for _, c := range []struct{ text, want string }{
		{`<r:Description r:about="&e;a"><e:p>x</e:p><e:p xml:lang="">y</e:p><e:q r:resource="c"/></r:Description>`,
			"<http://e/a> <http://e/p> \"x\"@en\n<http://e/a> <http://e/p> \"y\"\n<http://e/a> <http://e/q> <http://b/c>\n"},
		{`<e:C r:ID="i" e:n="7"><e:p r:nodeID="m"/></e:C>`,
			"<http://b/#i> <" + typeIRI + "> <http://e/C>\n<http://b/#i> <http://e/n> \"7\"@en\n<http://b/#i> <http://e/p> _:m\n"},
		{`<r:Description r:about="a"><e:p><e:C r:about="b"/></e:p><e:l r:parseType="Literal"><x>y</x></e:l><e:s r:parseType="Resource"><e:p>z</e:p></e:s></r:Description>`,
			"<http://b/b> <" + typeIRI + "> <http://e/C>\n<http://b/a> <http://e/p> <http://b/b>\n<http://b/a> <http://e/s> _:[1]\n_:[1] <http://e/p> \"z\"@en\n"},
		{`<r:Seq r:about="a"><r:li>x</r:li><r:li>y</r:li></r:Seq>`,
			"<http://b/a> <" + typeIRI + "> <" + namespace + "Seq>\n<http://b/a> <" + namespace + "_1> \"x\"@en\n<http://b/a> <" + namespace + "_2> \"y\"@en\n"},
		{`<r:Description r:about="a"><e:m r:parseType="Collection"><r:Description r:about="x"/></e:m></r:Description>`,
			"<http://b/a> <http://e/m> _:[1]\n_:[1] <" + firstIRI + "> <http://b/x>\n_:[1] <" + restIRI + "> <" + nilIRI + ">\n"},
	} {
		if got, err := read(XML, head+c.text+"</r:RDF>"); err != nil || got != c.want {
			t.Errorf("%s\n%s%v, want\n%s", c.text, got, err, c.want)
		}
	}
}

// TestXMLBounds: on whichever path elements are nested, they are counted, and nothing of a few bytes stands for many: entities,
// namespaces, bases, tags of open elements, attributes.
func TestXMLBounds(t *testing.T) {
	const root = "<r:RDF xmlns:r='" + namespace + "' xmlns:e='u:'>"
	long := strings.Repeat("a", maxPrefix+1)
	deep := func(tag string) string { return strings.Repeat(tag, 2*maxDepth+1) }
	for _, c := range []struct{ text, says string }{
		{root + deep("<r:RDF>"), "nested"},
		{root + "<e:C>" + deep("<e:p r:parseType='Resource'>"), "nested"},
		{root + "<e:C><e:p r:parseType='Literal'>" + deep("<i>"), "nested"},
		{root + "<e:C><e:p r:parseType='Other'>" + deep("<i>"), "nested"},
		{root + "<e:C><e:p r:resource='u:x'>" + deep("<i>"), "nested"},
		{root + "<e:C>" + deep("<e:p r:parseType='Collection'><e:C>"), "nested"},
		{root + "<e:C>" + deep("<e:p><e:C>"), "nested"},
		{root + deep("<e:C><e:p r:parseType='Resource'><e:p><r:RDF>"), "nested"},
		{"<!DOCTYPE r [<!ENTITY e '" + long + "'>]>" + root, "an entity of more than"},
		{"<!DOCTYPE r [<!ENTITY " + long + " 'x'>]>" + root, "an entity of more than"},
		{"<!DOCTYPE r [<!ENTITY e '" + long[:1000] + "'>]>" + root + "<e:C><e:p>" + strings.Repeat("&e;", 1<<16), "a tag or text of more than"},
		{"<!DOCTYPE r [<!ENTITY e '" + long[:1000] + "'>]>" + root + "<e:C e:p='" + strings.Repeat("&e;", 1<<16), "a tag or text of more than"},
		{root + "<e:C r:about='u:x' xml:base='u:" + long + "'/>", "a base of more than"},
		{root + "<e:C r:about='u:x' xml:lang='" + long + "'/>", "a language tag of more than"},
		{root + "<C xmlns='u:" + long + "'/>", "a namespace of more than"},
		{root + "<e:C xmlns:f='u:" + long + "' f:p='x'/>", "a namespace of more than"},
		{root + strings.Repeat("<e:C e:p='"+strings.Repeat("x", maxOpen/8)+"'><e:p>", 9), "within each other"},
		{root + "<e:C " + strings.Repeat("e:p='' ", maxAttributes+1<<12), "attributes"},
	} {
		_, err := read(XML, c.text)
		var bad *SyntaxError
		if !errors.As(err, &bad) || bad.Line != 1 || !strings.Contains(bad.Msg, c.says) {
			t.Errorf("%.120q: %.200v, want … %s", c.text, err, c.says)
		}
	}
	var many strings.Builder
	for i := range maxPrefixes + 1 {
		fmt.Fprintf(&many, "<!ENTITY e%d 'x'>", i)
	}
	if _, err := read(XML, "<!DOCTYPE r ["+many.String()+"]>"+root); err == nil || !strings.Contains(err.Error(), "more than 10000 entities") {
		t.Errorf("%v", err)
	}
}

// TestInterned: only short texts are kept to be shared.
func TestInterned(t *testing.T) {
	p := &turtle{iris: map[string]string{}}
	for i := range 2000 {
		p.interned(fmt.Sprint(i, strings.Repeat("x", maxInterned)))
		p.interned(fmt.Sprint(i))
	}
	if len(p.iris) > 1024 {
		t.Errorf("%d texts are kept", len(p.iris))
	}
	for s := range p.iris {
		if len(s) > maxInterned {
			t.Fatalf("a text of %d bytes is kept", len(s))
		}
	}
}

// TestRefused: an error of the caller has the line, and is wrapped.
func TestRefused(t *testing.T) {
	full := errors.New("full")
	for text, parse := range map[string]func(io.Reader, func(Triple) error) error{
		"\n<u:a> <u:p> <u:b> .": Turtle,
		"\n<a xmlns='u:'/>":     XML,
	} {
		err := parse(strings.NewReader(text), func(Triple) error { return full })
		var bad *SyntaxError
		if !errors.As(err, &bad) || bad.Line != 2 || !errors.Is(err, full) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestGonum: of N-Triples both readers say the same.
func TestGonum(t *testing.T) {
	const text = "<http://e/a> <http://e/p> \"x \\\"y\\\" \\u00e4\"@en .\n_:b <http://e/p> <http://e/c> .\n# c\n<http://e/a> <http://e/q> \"3\"^^<http://e/int> .\n"
	got, err := read(Turtle, text)
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	d := rdf.NewDecoder(strings.NewReader(text))
	for {
		s, err := d.Unmarshal()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for i, term := range []rdf.Term{s.Subject, s.Predicate, s.Object} {
			value, tag, kind, err := term.Parts()
			if err != nil {
				t.Fatal(err)
			}
			k := Term{Value: value}
			if kind == rdf.Blank {
				k.Kind = Blank
			}
			if kind == rdf.Literal {
				k.Kind, k.Language = Literal, strings.TrimPrefix(tag, "@")
				if !strings.HasPrefix(tag, "@") {
					k.Language = ""
				}
			}
			fmt.Fprint(&want, show(k), []string{" ", " ", "\n"}[i])
		}
	}
	if got != want.String() {
		t.Errorf("%s, want\n%s", got, want.String())
	}
}

func fuzz(f *testing.F, parse func(io.Reader, func(Triple) error) error, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := read(parse, text)
		if bad := (*SyntaxError)(nil); err != nil && !errors.As(err, &bad) {
			t.Errorf("%v is no syntax error", err)
		}
	})
}

func FuzzTurtle(f *testing.F) {
	fuzz(f, Turtle, "@prefix e: <http://e/>. e:a a e:B; e:p [ e:q ('x' \"\"\"y\"\"\"@en 1.5) ] .", "<u:a> <u:p> \"\\u00e4\"^^<u:t> .")
}

func FuzzXML(f *testing.F) {
	fuzz(f, XML, `<r:RDF xmlns:r="`+namespace+`" xmlns:e="http://e/"><e:C r:about="a"><e:p r:parseType="Collection"><e:D/></e:p></e:C></r:RDF>`)
}
