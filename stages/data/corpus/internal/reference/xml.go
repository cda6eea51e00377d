package reference

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
)

// paths are the elements that are fields, of all XML formats: the ends of their paths of names, without prefixes, and the names of
// their fields. Several paths may give one field.
var paths = map[string]string{
	// PubMed
	"MedlineCitation/PMID": "PMID", "BookDocument/PMID": "PMID", "Article/ArticleTitle": "ArticleTitle", "BookDocument/ArticleTitle": "ArticleTitle", "Book/BookTitle": "BookTitle",
	"Article/VernacularTitle": "VernacularTitle", "OtherAbstract/AbstractText": "OtherAbstract", "Article/Abstract/AbstractText": "Abstract", "BookDocument/Abstract/AbstractText": "Abstract", "KeywordList/Keyword": "Keyword",
	"MeshHeading/DescriptorName": "DescriptorName", "Journal/Title": "Journal", "PubDate/Year": "Year", "Article/Language": "Language", "ArticleIdList/ArticleId": "ArticleId",
	// Europe PMC
	"result/id": "id", "result/title": "title", "result/abstractText": "abstractText", "keywordList/keyword": "keyword", "result/pmid": "pmid", "result/doi": "doi", "result/pubYear": "pubYear",
	"journal/title": "journal", "meshHeading/descriptorName": "descriptorName",
	// JATS
	"article-meta/article-id": "article-id", "article-meta/title-group/article-title": "article-title", "article-meta/title-group/subtitle": "article-title",
	"article-meta/abstract": "abstract", "article-meta/trans-abstract": "trans-abstract", "article-meta/kwd-group/kwd": "kwd", "article-meta/kwd-group/compound-kwd": "kwd", "nested-kwd/kwd": "kwd",
	"journal-title-group/journal-title": "journal-title", "article-meta/pub-date/year": "year", "article/body": "body",
	// TEI
	"fileDesc/titleStmt/title": "title", "profileDesc/abstract": "abstract", "textClass/keywords/term": "term", "textClass/keywords/list/item": "term",
	"biblStruct/idno": "idno", "text/body": "body", "monogr/title": "journal", "imprint/date": "date",
	// Dublin Core and other formats of OAI-PMH, MODS, DataCite, and Atom
	"header/identifier": "record identifier", "dc/identifier": "identifier", "dc/title": "title", "dc/abstract": "abstract", "dc/description": "description", "dc/subject": "subject", "dc/date": "date", "dc/type": "type", "dc/language": "language",
	"mods/identifier": "identifier", "mods/titleInfo/title": "title", "mods/titleInfo/subTitle": "subtitle", "mods/abstract": "abstract", "mods/subject/topic": "subject",
	"resource/identifier": "identifier", "titles/title": "title", "descriptions/description": "description", "subjects/subject": "subject",
	"entry/id": "id", "entry/title": "title", "entry/summary": "abstract",
	// Elsevier
	"coredata/eid": "identifier", "coredata/title": "title", "coredata/description": "description", "coredata/subject": "subject",
	// EndNote, and the TEI of HAL
	"record/rec-number": "rec-number", "record/abstract": "abstract", "keywords/keyword": "keyword", "titles/secondary-title": "journal",
	"biblFull/titleStmt/title": "title", "publicationStmt/idno": "idno",
}

// kinds are the attributes, of an element or the one around it, whose values, if they have any, are the names of fields.
var kinds = map[string]string{"ArticleId": "IdType", "article-id": "pub-id-type", "abstract": "abstract-type", "kwd": "kwd-group-type", "idno": "type", "description": "descriptionType"}

// usual are the kinds of abstracts and keywords that are those of the document.
var usual = strings.Fields("abstract section structured summary author authors author-created author-generated author-keywords keyword keywords kwd original free")

// left are the elements that are read in no field: articles within an article, footnotes, codes, and LaTeX beside the same formula in
// MathML.
var left = strings.Fields("sub-article response fn alternatives/tex-math xref/fn compound-kwd-part/code")

// out reports whether an element is left out.
func out(path []string, e xml.StartElement) bool {
	name := e.Name.Local
	return slices.Contains(left, name) || slices.Contains(left, name+"/"+cmp.Or(attribute(e, "ref-type"), attribute(e, "content-type"))) || len(path) > 1 && slices.Contains(left, path[len(path)-2]+"/"+name)
}

// blocks are the elements whose text stands on lines of its own.
var blocks = strings.Fields("p br sec title list list-item div head item AbstractText abstract label compound-kwd-part")

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// elementFields returns the fields of an entry. The text of a field is that of its element with all within it, and with the label of
// a part of an abstract before it; white space is one blank, and blocks stand on lines of their own. What is in another language than
// the first of its name has the language behind its name: kwd-de.
func elementFields(raw []byte) (fields []Field, err error) {
	var text strings.Builder
	var open []xml.StartElement
	languages := map[string]string{}
	within, leave := 0, 0 // depth of the element that is a field, and of one that is left out; 0 for none
	err = walk(raw, func(path []string, token xml.Token) {
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open[:len(path)-1], e)
			switch name := fieldOf(path, open); {
			case leave > 0:
			case out(path, e):
				leave = len(path)
			case within > 0 && slices.Contains(blocks, e.Name.Local):
				text.WriteByte('\n')
			case within == 0 && name != "":
				language, _, _ := strings.Cut(cmp.Or(inherited(open, "lang"), inherited(open, "Language")), "-")
				if first, ok := languages[name]; !ok {
					languages[name] = language
				} else if language != first && language != "" {
					name += "-" + language
				}
				fields, within = append(fields, Field{Name: name}), len(path)
				text.Reset()
				if label := attribute(e, "Label"); label != "" && label != "UNLABELLED" {
					text.WriteString(label + ": ")
				}
			}
		case xml.EndElement:
			switch {
			case within == len(path):
				fields[len(fields)-1].Value, within = spaced(text.String(), "\n"), 0
			case slices.Contains(blocks, e.Name.Local):
				text.WriteByte('\n')
			}
			if leave == len(path) {
				leave = 0
			}
		case xml.CharData:
			if within > 0 && leave == 0 {
				text.Write(e)
			}
		}
	})
	return fields, err
}

// inherited returns the value of an attribute of the innermost element that has it.
func inherited(open []xml.StartElement, name string) (value string) {
	for _, e := range open {
		value = cmp.Or(attribute(e, name), value)
	}
	return value
}

// fieldOf returns the name of the field of the innermost element, "" for none.
func fieldOf(path []string, open []xml.StartElement) (name string) {
	if len(path) == 4 && path[1] == "metadata" { // in an answer of OAI-PMH, in whatever format
		name = paths["dc/"+path[3]]
	}
	for n := min(len(path), 4); n > 1 && name == ""; n-- {
		name = paths[strings.Join(path[len(path)-n:], "/")]
	}
	if name == "" {
		return ""
	}
	if kind := inherited(open[max(0, len(open)-2):], kinds[name]); kind != "" && !slices.Contains(usual, strings.ToLower(kind)) {
		return kind
	}
	return name
}

// walk calls f with each token of an entry, and with the path of names, without prefixes, of the element that it begins, ends or
// stands in.
func walk(raw []byte, f func(path []string, token xml.Token)) error {
	d := xml.NewDecoder(bytes.NewReader(raw))
	d.Strict = false // entities of HTML occur
	d.Entity = xml.HTMLEntity
	d.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil } // files are UTF-8 by now
	var path []string
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("is not XML: %w", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			path = append(path, e.Name.Local)
		case xml.EndElement:
			if len(path) == 0 { // of what stands around the entries
				continue
			}
			if last := path[len(path)-1]; last != e.Name.Local {
				return fmt.Errorf("is not XML: </%s> stands where <%s> ends", e.Name.Local, last)
			}
		}
		f(path, token)
		if _, ends := token.(xml.EndElement); ends {
			path = path[:len(path)-1]
		}
	}
}
