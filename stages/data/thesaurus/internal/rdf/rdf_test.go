package rdf

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// reader is Turtle or XML.
type reader func(io.Reader, func(Triple) error) error

// read lists the triples as lines.
func (parse reader) read(text string) (string, error) {
	var b strings.Builder
	err := parse(strings.NewReader(text), func(t Triple) error {
		object := "<" + t.Object.Value + ">"
		if t.Object.Kind == Literal {
			object = fmt.Sprintf("%q", t.Object.Value)
		}
		if t.Object.Language != "" {
			object += "@" + t.Object.Language
		}
		fmt.Fprintf(&b, "<%s> <%s> %s\n", t.Subject, t.Predicate, object)
		return nil
	})
	return b.String(), err
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
		{"@prefix e: <http://e/>. e:a.b e:c\\,d e:%41:x. _:n.1 e:p _:m .", "<http://e/a.b> <http://e/c,d> <http://e/%41:x>\n<_:n.1> <http://e/p> <_:m>\n"},
		{"<u:a> <u:p> \"\"\"one \"two\"\nthree\"\"\" , '''x''', \"\", \"\\t\\u00e4\\U0001F600\\\"\".",
			"<u:a> <u:p> \"one \\\"two\\\"\\nthree\"\n<u:a> <u:p> \"x\"\n<u:a> <u:p> \"\"\n<u:a> <u:p> \"\\tä😀\\\"\"\n"},
		// Blank nodes get names that no other has; lists are left out, and what stands around them is not.
		{"<u:a> <u:p> [ <u:q> 'x' ; ], <u:b> . [ <u:r> 'y' ] . [] <u:p> <u:c> . _:n.1 <u:p> 'x' .",
			"<_::1> <u:q> \"x\"\n<u:a> <u:p> <_::1>\n<u:a> <u:p> <u:b>\n<_::2> <u:r> \"y\"\n<_::3> <u:p> <u:c>\n<_:n.1> <u:p> \"x\"\n"},
		{"<u:a> <u:p> ('x' <u:y> [<u:q> (1)]), (), <u:b>. (1) <u:p> 2 . <u:c> <u:p> _:m, 3 .", "<u:a> <u:p> <u:b>\n<u:c> <u:p> <_:m>\n<u:c> <u:p> \"3\"\n"},
	} {
		if got, err := reader(Turtle).read(c.text); err != nil || got != c.want {
			t.Errorf("%s\n%s%v, want\n%s", c.text, got, err, c.want)
		}
	}
}

// TestLines: what breaks the grammar is named with its line.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		parse reader
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
		{XML, "<a xmlns='u:'>\ntext</a>", 2, "where elements are expected"},
		{XML, strings.Repeat("<a xmlns='u:'>", 2*maxDepth+2), 1, "nested"},
		{XML, "<a xmlns='u:'><b>" + strings.Repeat("x", maxTerm+1), 1, "more than"},
		{Turtle, "<u:a> <u:p> " + strings.Repeat("(", maxDepth+1), 1, "nested"},
		{Turtle, "<u:a> <u:p> " + strings.Repeat("([<u:q> ", maxDepth/2+1), 1, "nested"},
		{Turtle, strings.Repeat("[<u:q> ", maxDepth+1), 1, "nested"},
		{Turtle, "@base <http://e/" + strings.Repeat("a/", maxPrefix/2) + "> .", 1, " of more than"},
		{Turtle, "\nBASE <http://e/" + strings.Repeat("a", maxPrefix) + ">", 2, " of more than"},
		{Turtle, "@prefix e: <http://e/" + strings.Repeat("a", maxPrefix) + "> .", 1, " of more than"},
		{Turtle, "@prefix " + strings.Repeat("e", maxPrefix+1) + ": <u:> .", 1, " of more than"},
		{Turtle, "<u:a> <u:p> 'x'@" + strings.Repeat("e", maxLanguage+1) + " .", 1, "language tag of more than"},
	} {
		_, err := c.parse.read(c.text)
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
			"<http://b/#i> <" + typeIRI + "> <http://e/C>\n<http://b/#i> <http://e/n> \"7\"@en\n<http://b/#i> <http://e/p> <_:m>\n"},
		{`<r:Description r:about="a"><e:p><e:C r:about="b"/></e:p><e:l r:parseType="Literal"><x>y</x></e:l><e:s r:parseType="Resource"><e:p>z</e:p></e:s></r:Description>`,
			"<http://b/b> <" + typeIRI + "> <http://e/C>\n<http://b/a> <http://e/p> <http://b/b>\n<http://b/a> <http://e/s> <_::1>\n<_::1> <http://e/p> \"z\"@en\n"},
		{`<r:Description r:about="a"><e:m r:parseType="Collection"><e:C r:about="x"/><e:C/></e:m><e:p r:ID="s" r:resource="y" e:n="8"/><r:type r:resource="z"/></r:Description>`,
			"<http://b/x> <" + typeIRI + "> <http://e/C>\n<_::1> <" + typeIRI + "> <http://e/C>\n<http://b/a> <http://e/p> <http://b/y>\n<http://b/y> <http://e/n> \"8\"@en\n<http://b/a> <" + typeIRI + "> <http://b/z>\n"},
	} {
		if got, err := reader(XML).read(head + c.text + "</r:RDF>"); err != nil || got != c.want {
			t.Errorf("%s\n%s%v, want\n%s", c.text, got, err, c.want)
		}
	}
}

// TestXMLEncoding: the declared encoding is read, also of a text that was UTF-16; one that nobody knows is named.
func TestXMLEncoding(t *testing.T) {
	const text = "<?xml version='1.0' encoding='%s'?><r:RDF xmlns:r='" + namespace + "' xmlns:e='u:'><e:C r:about='u:a' e:p='%s'/></r:RDF>"
	for encoding, given := range map[string]string{"ISO-8859-1": "B\xe4ume", "windows-1252": "B\xe4ume", "latin1": "B\xe4ume", "ISO-8859-2": "B\xe4ume", "UTF-16": "Bäume", "utf-8": "Bäume"} {
		if got, err := reader(XML).read(fmt.Sprintf(text, encoding, given)); err != nil || !strings.Contains(got, `<u:p> "Bäume"`) {
			t.Errorf("%s: %s, %v", encoding, got, err)
		}
	}
	var bad *SyntaxError
	if _, err := reader(XML).read(fmt.Sprintf(text, "klingon", "x")); !errors.As(err, &bad) || !strings.Contains(bad.Msg, "klingon") {
		t.Errorf("an unknown encoding: %v", err)
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
		_, err := reader(XML).read(c.text)
		var bad *SyntaxError
		if !errors.As(err, &bad) || bad.Line != 1 || !strings.Contains(bad.Msg, c.says) {
			t.Errorf("%.120q: %.200v, want … %s", c.text, err, c.says)
		}
	}
	var many strings.Builder
	for i := range maxPrefixes + 1 {
		fmt.Fprintf(&many, "<!ENTITY e%d 'x'>", i)
	}
	if _, err := reader(XML).read("<!DOCTYPE r [" + many.String() + "]>" + root); err == nil || !strings.Contains(err.Error(), "more than 10000 entities") {
		t.Errorf("%v", err)
	}
}

// TestRefused: an error of the caller has the line, and is wrapped.
func TestRefused(t *testing.T) {
	full := errors.New("full")
	for text, parse := range map[string]reader{
		"\n<u:a> <u:p> <u:b> .": Turtle,
		"\n<a xmlns='u:' xmlns:r='" + namespace + "' r:about='u:a'/>": XML,
	} {
		err := parse(strings.NewReader(text), func(Triple) error { return full })
		var bad *SyntaxError
		if !errors.As(err, &bad) || bad.Line != 2 || !errors.Is(err, full) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func fuzz(f *testing.F, parse reader, seeds ...string) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := parse.read(text)
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
