package variant

import (
	"regexp"
	"strings"
)

// american returns a word in lower case with one of its British and American spellings. The result need not be a word.
func american(word string) string {
	word = table.Replace(word)
	for _, r := range suffixes {
		if !strings.Contains(word, r.has) {
			continue // most words: a regular expression takes its time
		}
		word = r.from.ReplaceAllString(word, r.to)
	}
	return word
}

// suffixes are the rules for endings.
var suffixes = []struct {
	has  string // part of every word that from matches
	from *regexp.Regexp
	to   string
}{
	// -ise, -isation; -yse: optimise, organisation, analyse. Shorter words are not so derived: rise, wise.
	{"is", regexp.MustCompile(`^(.{3,})is(e|ed|er|ers|es|ing|able|ation|ations|ational)$`), "${1}iz$2"},
	{"ys", regexp.MustCompile(`^(.{3,})ys(e|ed|er|ers|ing)$`), "${1}yz$2"},
	// -lled, -lling of words with two syllables or more: modelling, labelled, travellers. Filling is not filing.
	{"ll", regexp.MustCompile(`^(.*[aeiouy].*[^aeiouy].*[aeiouy])ll(ed|er|ers|ing|ings|ation|or|ors)$`), "${1}l$2"},
	{"programme", regexp.MustCompile(`^programme(s?)$`), "program$1"},
}

// table has parts of words that British spelling has otherwise: -our, -re, -ogue, ae and oe, and single words.
var table = strings.NewReplacer(
	"armour", "armor", "behaviour", "behavior", "colour", "color", "endeavour", "endeavor", "favour", "favor", "fervour", "fervor",
	"flavour", "flavor", "glamour", "glamor", "harbour", "harbor", "honour", "honor", "humour", "humor", "labour", "labor",
	"neighbour", "neighbor", "odour", "odor", "parlour", "parlor", "rigour", "rigor", "rumour", "rumor", "saviour", "savior",
	"savour", "savor", "splendour", "splendor", "tumour", "tumor", "vapour", "vapor", "vigour", "vigor",
	"calibre", "caliber", "centred", "centered", "centring", "centering", "centre", "center", "fibre", "fiber", "litre", "liter",
	"lustre", "luster", "metres", "meters", "sombre", "somber", "spectre", "specter", "theatre", "theater", "manoeuvre", "maneuver", "kilometre", "kilometer",
	"millimetre", "millimeter", "centimetre", "centimeter", "nanometre", "nanometer", "micrometre", "micrometer",
	"aloguing", "aloging", "alogue", "alog", "mologue", "molog", "nologue", "nolog",
	"anaesth", "anesth", "anaemi", "anemi", "aemia", "emia", "archaeo", "archeo", "caesar", "cesar", "diarrhoea", "diarrhea",
	"encyclopaed", "encycloped", "foetal", "fetal", "foetus", "fetus", "gynaeco", "gyneco", "haemat", "hemat", "haemo", "hemo",
	"ischaem", "ischem", "leukaem", "leukem", "mediaeval", "medieval", "oedema", "edema", "oesoph", "esoph", "oestr", "estr",
	"orthopaed", "orthoped", "paediatr", "pediatr", "palaeo", "paleo",
	"acknowledgement", "acknowledgment", "ageing", "aging", "aluminium", "aluminum", "artefact", "artifact", "defence", "defense",
	"enrolment", "enrollment", "fulfilment", "fulfillment", "grey", "gray", "instalment", "installment", "judgement", "judgment",
	"licence", "license", "mould", "mold", "offence", "offense", "plough", "plow", "sceptic", "skeptic",
	"skilful", "skillful", "sulph", "sulf",
)
