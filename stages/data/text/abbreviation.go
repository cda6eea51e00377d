package text

// How an abbreviation treats the period after it, as bits. The lists are those
// of the CoreNLP tokeniser (Penn Treebank rules, release of February 2018) as
// far as they apply to lower-case text.
const (
	closing  uint8 = 1 << iota // keeps its period unless the text ends there: "etc.", "inc."
	leading                    // always keeps its period: "dr.", "vs."
	numbered                   // keeps its period before a number only: "fig. 3"
)

// abbreviations maps an abbreviation without its period to its behaviour.
// Single letters and letters with periods between ("e.g") are also leading, see
// initials; "ed.d" and "ph.d" are closing, see abbreviationAt.
var abbreviations = map[string]uint8{
	"jan": closing, "feb": closing, "mar": closing, "apr": closing, "jun": closing, "jul": closing,
	"aug": closing, "sep": closing, "sept": closing, "oct": closing, "nov": closing, "dec": closing,
	"mon": closing, "tue": closing, "tues": closing, "wed": closing, "thu": closing, "thurs": closing,
	"fri": closing,

	"ala": closing, "ariz": closing, "calif": closing, "colo": closing, "conn": closing, "ct": closing,
	"dak": closing, "fla": closing, "ga": closing, "ind": closing, "kan": closing, "kans": closing,
	"ky": closing, "md": closing, "mich": closing, "minn": closing, "mo": closing, "mont": closing,
	"neb": closing, "nev": closing, "okla": closing, "penn": closing, "tenn": closing, "va": closing,
	"vt": closing, "wis": closing, "wisc": closing, "wyo": closing,

	"inc": closing, "co": closing, "cos": closing, "corp": closing, "pty": closing, "ptys": closing,
	"pts": closing, "pte": closing, "ptes": closing, "ltd": closing, "plc": closing,
	"rt": closing | leading, "bancorp": closing, "bhd": closing, "assn": closing, "univ": closing,
	"intl": closing, "sys": closing,

	"tel": closing, "est": closing, "ext": closing, "sq": closing,
	"jr": closing, "bros": closing, "esq": closing,
	"etc": closing, "al": closing, "seq": closing, "bldg": closing | numbered,

	"mr": leading, "mrs": leading, "ms": leading, "mx": leading, "dr": leading, "drs": leading,
	"prof": leading, "profs": leading, "sen": leading, "sens": leading, "rep": leading, "reps": leading,
	"atty": leading, "attys": leading, "lt": leading, "col": leading, "gen": leading, "messrs": leading,
	"gov": leading, "govs": leading, "adm": leading, "rev": leading, "maj": leading, "sgt": leading,
	"cpl": leading, "pvt": leading, "capt": leading, "st": leading, "ste": leading, "ave": leading,
	"pres": leading, "lieut": leading, "hon": leading, "brig": leading, "cmdr": leading, "comdr": leading,
	"pfc": leading, "spc": leading, "supt": leading, "supts": leading, "det": leading, "mt": leading,
	"ft": leading, "adj": leading, "adv": leading, "asst": leading, "assoc": leading, "ens": leading,
	"insp": leading, "mlle": leading, "mme": leading, "msgr": leading, "sfc": leading, "sr": leading,
	"vs": leading, "alex": leading, "wm": leading, "jos": leading, "cie": leading, "cf": leading,
	"treas": leading, "ph": leading, "invt": leading, "elec": leading, "natl": leading, "mfg": leading,
	"mtg": leading, "dept": leading, "blvd": leading, "rd": leading,

	"ca": numbered, "fig": numbered, "figs": numbered, "prop": numbered, "no": numbered, "nos": numbered,
	"sec": numbered, "secs": numbered, "sect": numbered, "sects": numbered, "art": numbered,
	"arts": numbered, "para": numbered, "paras": numbered, "pp": numbered, "op": numbered,
	"approx": numbered, "rs": numbered,
}

// abbreviationAt returns the behaviour of the word at i that ends in a period,
// and the offset after the period; 0, 0 if it is not an abbreviation.
func abbreviationAt(s string, i int) (kind uint8, end int) {
	if has(s, i, "ed.d.") || has(s, i, "ph.d.") {
		return closing, i + 5
	}
	stop := span(s, i, isLetter)
	if at(s, stop) != '.' {
		return 0, 0
	}
	if k, ok := abbreviations[s[i:stop]]; ok {
		return k, stop + 1
	}
	return 0, 0
}

// closingAbbreviation: "etc." keeps its period if at least two characters
// follow; at the end of the text the period ends the sentence.
func closingAbbreviation(s string, i int) (end, reach int) {
	kind, end := abbreviationAt(s, i)
	switch {
	case kind&closing == 0:
		return 0, 0
	case end+2 <= len(s):
		return end, end + 2
	}
	return end - 1, end
}

// leadingAbbreviation: "dr.", "vs."; also initials, "e.g.", "j.".
func leadingAbbreviation(s string, i int) (end, reach int) {
	if kind, end := abbreviationAt(s, i); kind&leading != 0 {
		return end, end
	}
	end = initials(s, i)
	return end, end
}

// initials returns the end of single ASCII letters, each followed by a point,
// or 0.
func initials(s string, i int) int {
	end := 0
	for isLetter(at(s, i)) && s[i] < 0x80 && at(s, i+1) == '.' {
		i += 2
		end = i
	}
	return end
}

// numberedAbbreviation: "fig. 3".
func numberedAbbreviation(s string, i int) (end, reach int) {
	kind, end := abbreviationAt(s, i)
	if kind&numbered == 0 {
		return 0, 0
	}
	reach = end
	if at(s, reach) == ' ' {
		reach++
	}
	if !isDigit(at(s, reach)) {
		return 0, 0
	}
	return end, reach + 1
}

// placeAbbreviation: "so. africa", "no. korea"; it matches any word with that
// beginning.
func placeAbbreviation(s string, i int) (end, reach int) {
	if has(s, i, "so. ") || has(s, i, "no. ") {
		for _, place := range [...]string{"africa", "korea", "cal"} {
			if has(s, i+4, place) {
				return i + 3, i + 4 + len(place)
			}
		}
	}
	return 0, 0
}

// companyAbbreviation: "pty. ltd", "co. limited".
func companyAbbreviation(s string, i int) (end, reach int) {
	for _, c := range [...]string{"pty. ", "pte. ", "co. "} {
		if j := i + len(c); has(s, i, c) && (has(s, j, "ltd") || has(s, j, "lim")) {
			return j - 1, j + 3
		}
	}
	return 0, 0
}
