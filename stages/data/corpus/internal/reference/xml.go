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
	// JATS, and BITS for books and their parts
	"article-meta/article-id": "article-id", "article-meta/title-group/article-title": "article-title", "article-meta/title-group/subtitle": subtitle,
	"book-part-meta/book-part-id": "article-id", "book-meta/book-id": "article-id", "book-part-meta/title-group/title": "article-title", "book-part-meta/title-group/subtitle": subtitle,
	"book-meta/book-title-group/book-title": "article-title", "book-meta/book-title-group/subtitle": subtitle,
	"book-part-meta/abstract": "abstract", "book-meta/abstract": "abstract", "book-part-meta/kwd-group/kwd": "kwd", "book-meta/kwd-group/kwd": "kwd",
	"article-meta/abstract": "abstract", "article-meta/trans-abstract": "trans-abstract", "article-meta/kwd-group/kwd": "kwd", "article-meta/kwd-group/compound-kwd": "kwd", "nested-kwd/kwd": "kwd",
	"journal-title-group/journal-title": "journal-title", "article-meta/pub-date/year": "year", "article/body": "body",
	// TEI
	"fileDesc/titleStmt/title": "title", "profileDesc/abstract": "abstract", "textClass/keywords/term": "term", "textClass/keywords/list/item": "term",
	"biblStruct/idno": "idno", "text/body": "body", "monogr/title": "journal", "imprint/date": "date",
	// Dublin Core and other formats of OAI-PMH, and the elements of plain entries
	"header/identifier": "record identifier", "dc/identifier": "identifier", "dc/title": "title", "dc/abstract": "abstract", "dc/description": "description", "dc/subject": "subject", "dc/date": "date", "dc/type": "type", "dc/language": "language",
	"dc/id": "id", "dc/key": "key", "dc/guid": "id", "dc/doi": "doi", "dc/url": "url", "dc/link": "url", "dc/subtitle": subtitle, "dc/summary": "abstract", "dc/content": "content", "dc/encoded": "content",
	"dc/keyword": "keyword", "dc/keywords": "keyword", "dc/category": "category",
	// MODS, DataCite, and OpenAIRE
	"mods/identifier": "identifier", "mods/titleInfo": "title", "mods/abstract": "abstract", "mods/subject/topic": "subject",
	"resource/identifier": "identifier", "titles/title": "title", "descriptions/description": "description", "subjects/subject": "subject",
	"result/description": "description", "result/subject": "subject", "result/pid": "identifier",
	// Crossref, BibTeXML, BioC, ONIX with long and short names, patents and awards of the USA
	"titles/subtitle": subtitle, "doi_data/doi": "identifier", "entry/article/title": "title", "entry/article/abstract": "abstract", "entry/article/keywords": "keyword", "passage/text": "passage",
	"Product/RecordReference": "identifier", "TitleElement/TitleText": "title", "TitleElement/TitleWithoutPrefix": "title", "TitleElement/Subtitle": subtitle, "TextContent/Text": "description",
	"Title/TitleText": "title", "Title/Subtitle": subtitle, "title/b203": "title", "title/b029": subtitle, "OtherText/Text": "description", "othertext/d104": "description",
	"Subject/SubjectHeadingText": "subject", "product/a001": "identifier", "titleelement/b203": "title", "titleelement/b031": "title", "titleelement/b029": subtitle, "textcontent/d104": "description", "subject/b070": "subject",
	"us-bibliographic-data-application/invention-title": "title", "us-bibliographic-data-grant/invention-title": "title", "publication-reference/document-id/doc-number": "identifier",
	"Award/AwardID": "identifier", "Award/AwardTitle": "title", "Award/AbstractNarration": "abstract",
	// Elsevier
	"coredata/eid": "identifier", "coredata/title": "title", "coredata/description": "description", "coredata/subject": "subject",
	// EndNote, and the TEI of HAL
	"record/rec-number": "rec-number", "record/abstract": "abstract", "keywords/keyword": "keyword", "titles/secondary-title": "journal",
	"biblFull/titleStmt/title": "title", "publicationStmt/idno": "idno",
}

// plain are entries whose own elements are fields by the names of Dublin Core, whatever stands around them.
var plain = strings.Fields("record dc entry item paper document doc publication metadata info article inproceedings incollection phdthesis mastersthesis " +
	"journal_article conference_paper posted_content dissertation book_metadata content_item us-patent-application us-patent-grant " +
	"Article Book BookSection Thesis Report Document Manuscript Patent Description") // of Zotero's RDF

// kinds are the attributes, of an element or the one around it, whose values, if they have any, are the names of fields. Those of a title
// are its own.
var kinds = map[string][]string{"ArticleId": {"IdType"}, "article-id": {"pub-id-type", "book-part-id-type", "book-id-type"}, "abstract": {"abstract-type"}, "kwd": {"kwd-group-type"}, "idno": {"type"},
	"title": {"titleType", "classid", "type"}, "subject": {"classid", "SubjectSchemeIdentifier", "b067"}, "description": {"descriptionType", "TextType", "x426", "TextTypeCode", "d102"}, "passage": {"type"}}

// said are elements whose texts count as attributes of the element around them.
var said = strings.Fields("infon SubjectSchemeIdentifier b067 TextType x426 TextTypeCode d102")

// usual are the kinds of titles, abstracts and keywords that are those of the document. In ONIX 01 and 03 are descriptions, 20 are keywords.
var usual = strings.Fields("abstract section structured summary author authors author-created author-generated author-keywords keyword keywords kwd original free main text html xhtml 01 03 20")

// joints stand before parts of a title.
var joints = map[string]string{"subTitle": ": ", "partNumber": ". ", "partName": ". "}

// left are the elements that are read in no field: articles within an article, footnotes, codes, series, and LaTeX beside the same formula in
// MathML.
var left = strings.Fields("sub-article response fn alternatives/tex-math xref/fn compound-kwd-part/code DescriptiveDetail/Collection descriptivedetail/collection")

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
	begun := 0            // depth of a plain entry, around which others may have been opened
	err = walk(raw, func(path []string, token xml.Token) {
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open[:len(path)-1], e)
			if begun == 0 && within == 0 && slices.Contains(plain, e.Name.Local) {
				begun = len(path)
			}
			switch name := fieldOf(path, open, begun); {
			case leave > 0:
			case begun == len(path) && name == "":
				for _, a := range e.Attr {
					if id := identifiers[a.Name.Local]; id != "" {
						fields = append(fields, Field{Name: id, Value: a.Value})
					}
				}
			case out(path, e):
				leave = len(path)
			case within > 0 && name == fields[len(fields)-1].Name && strings.TrimSpace(text.String()) == "": // keywords, which hold each keyword
				within = len(path)
			case within > 0 && slices.Contains(blocks, e.Name.Local):
				text.WriteByte('\n')
			case within > 0 && joints[e.Name.Local] != "":
				before := strings.TrimSpace(text.String())
				text.Reset()
				text.WriteString(before + joints[e.Name.Local])
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
			if begun == len(path) {
				begun = 0
			}
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
			} else if n := len(path); n > 1 && slices.Contains(said, path[n-1]) {
				name := cmp.Or(attribute(open[n-1], "key"), path[n-1])
				open[n-2].Attr = append(open[n-2].Attr, xml.Attr{Name: xml.Name{Local: name}, Value: strings.TrimSpace(string(e))})
			}
		}
	})
	return fields, err
}

// identifiers are the attributes of plain entries that identify them, and the names of their fields.
var identifiers = map[string]string{"key": "key", "about": "key", "id": "number"}

// inherited returns the value of an attribute of the innermost element that has it.
func inherited(open []xml.StartElement, name string) (value string) {
	for _, e := range open {
		value = cmp.Or(attribute(e, name), value)
	}
	return value
}

// fieldOf returns the name of the field of the innermost element, "" for none. begun is the depth of the plain entry, 0 without one.
func fieldOf(path []string, open []xml.StartElement, begun int) (name string) {
	if len(path) == 4 && path[1] == "metadata" && path[2] != "mods" { // in an answer of OAI-PMH, in whatever format
		name = paths["dc/"+path[3]]
	}
	for n := min(len(path), 4); n > 1 && name == ""; n-- {
		name = paths[strings.Join(path[len(path)-n:], "/")]
	}
	if name == "" && begun > 0 && len(path) == begun+1 {
		name = paths["dc/"+path[len(path)-1]]
	}
	around := open[max(0, len(open)-2):]
	if name == "title" {
		around = open[len(open)-1:]
	}
	for _, attribute := range kinds[name] {
		if kind, _, _ := strings.Cut(inherited(around, attribute), " title"); kind != "" && !slices.Contains(usual, strings.ToLower(kind)) {
			return strings.Replace(kind, "sub", subtitle, strings.Count(kind, "sub")-strings.Count(kind, subtitle))
		}
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
