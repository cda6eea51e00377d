package text

import "strings"

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
var abbreviations = func() map[string]uint8 {
	all := map[string]uint8{}
	for kind, list := range map[uint8]string{
		closing: `jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri
			ala ariz calif colo conn ct dak fla ga ind kan kans ky md mich minn mo mont neb nev okla penn tenn va vt wis wisc wyo
			inc co cos corp pty ptys pts pte ptes ltd plc rt bancorp bhd assn univ intl sys
			tel est ext sq jr bros esq etc al seq bldg`,
		leading: `mr mrs ms mx dr drs prof profs sen sens rep reps atty attys lt col gen messrs gov govs adm rev maj sgt cpl pvt capt st ste
			ave pres lieut hon brig cmdr comdr pfc spc supt supts det mt ft adj adv asst assoc ens insp mlle mme msgr sfc sr vs alex wm
			jos cie cf treas ph invt elec natl mfg mtg dept blvd rd rt`,
		numbered: `ca fig figs prop no nos sec secs sect sects art arts para paras pp op approx rs bldg`,
	} {
		for _, word := range strings.Fields(list) {
			all[word] |= kind
		}
	}
	return all
}()

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
