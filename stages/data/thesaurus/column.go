package thesaurus

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// role is what the cells of a column of a list of terms are.
type role uint8

const (
	unread role = iota
	identifier
	preferred
	alternative
	hidden
	notation
	broader
	narrower
	related
	tongue // the language of the terms of a row
)

// roles are the roles as users know them, and the names of their columns, without case, blanks, signs and digits at the end.
var roles = [...]struct{ called, names string }{
	identifier: {"identifier", "uri iri url id identifier qid item ppn conceptid concepturi termid termuri labelid subjectid descriptorid descriptorui kennung identifikator identifiant identificador"},
	preferred: {"term", "term terms label preflabel preferredlabel preferredterm preferredname name descriptor heading subject subjectheading keyword keyphrase phrase tag topic concept itemlabel conceptlabel " +
		"conceptname mainterm deskriptor begriff schlagwort bezeichnung benennung vorzugsbenennung terme descripteur libellé libelle motclé término termino etiqueta descritor termo termine asiasana ämnesord emneord trefwoord"},
	alternative: {"synonyms", "synonym synonyms alt altlabel altlabels alternative alternatives alternativelabel alternativelabels alternatelabel alternativeterm alternativeterms alias aliases variant variants uf usedfor " +
		"nonpreferredterm nonpreferredterms nonpreferredlabel entryterm entryterms itemaltlabel synonyme synonymes sinónimo sinónimos sinonimos sinonimi sinônimos variante varianten synoniem synoniemen"},
	hidden:   {"hidden labels", "hiddenlabel hiddenlabels"},
	notation: {"notation", "notation code number classification class"},
	broader:  {"broader", "broader broaderterm broaderterms broaderid broaderuri broaderconcept bt parent parents parentid parentterm subclassof superclass oberbegriff oberbegriffe"},
	narrower: {"narrower", "narrower narrowerterm narrowerterms nt unterbegriff unterbegriffe"},
	related:  {"related", "related relatedterm relatedterms rt verwandtebegriffe"},
	tongue:   {"language", "language lang languagetag sprache langue"},
}

// column is a column of a list.
type column struct {
	role     role
	name     string
	language string // of its labels, "" for the one of the row
}

// tagged matches the name of a column that ends in a language: label_en, prefLabel@en-GB, term (en).
var tagged = regexp.MustCompile(`^(.+?)[ _@.:/(\[-]+([A-Za-z]{2,3})(?:[-_][A-Za-z0-9]{2,8})?[)\]]?$`)

// columnOf returns the column of a name: skos:altLabel, "Synonym 2", label_en.
func columnOf(name string) column {
	name = strings.TrimSpace(name)
	if r := roleOf(name); r != unread {
		return column{role: r, name: name}
	}
	if m := tagged.FindStringSubmatch(name); m != nil && roleOf(m[2]) == unread {
		if r := roleOf(m[1]); r == preferred || r == alternative || r == hidden {
			return column{r, name, strings.ToLower(m[2])}
		}
	}
	return column{name: name}
}

// fold returns a name without case, blanks, signs, the prefix of a namespace, and digits at the end.
func fold(name string) string {
	return strings.TrimRight(strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name[strings.LastIndexAny(name, ":#/")+1:]), "0123456789")
}

func roleOf(name string) role {
	name = fold(name)
	for r := range roles {
		if name != "" && slices.Contains(strings.Fields(roles[r].names), name) {
			return role(r)
		}
	}
	return unread
}

// columnsOf returns the columns of a header, nil for a row that is none since it names no term. A column concept or subject beside
// another term has identifiers. Of several identifiers it reads the URI.
func columnsOf(header []string) (all []column, err error) {
	has := map[role]int{}
	for _, name := range header {
		c := columnOf(name)
		all = append(all, c)
		has[c.role]++
	}
	for i := range all {
		c := &all[i]
		switch name := fold(c.name); {
		case has[preferred] > 1 && has[identifier] == 0 && c.role == preferred && (name == "concept" || name == "subject"):
			c.role = identifier
			has[identifier], has[preferred] = 1, has[preferred]-1
		case has[identifier] > 1 && c.role == identifier && !strings.Contains(name, "uri"):
			c.role = unread
			has[identifier]--
		}
	}
	for i, c := range all {
		first := slices.IndexFunc(all, func(o column) bool { return o.role == c.role && o.language == c.language })
		if first < i && slices.Contains([]role{identifier, preferred, notation, tongue}, c.role) {
			return nil, fmt.Errorf("%q and %q both name the %s", all[first].name, c.name, roles[c.role].called)
		}
	}
	if has[preferred]+has[alternative] == 0 {
		return nil, nil
	}
	return all, nil
}

// describe says what the columns are read as.
func describe(columns []column) string {
	var read, left []string
	for _, c := range columns {
		switch {
		case c.role == unread && c.name != "":
			left = append(left, c.name)
		case c.role != unread:
			read = append(read, fmt.Sprintf("%s = %s", roles[c.role].called, c.name))
		}
	}
	text := strings.Join(read, ", ")
	if len(left) > 0 {
		text += "; not read: " + strings.Join(left, ", ")
	}
	return text
}
