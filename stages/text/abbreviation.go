package text

// How an abbreviation behaves before its period, as bits. The lists are those
// of the CoreNLP tokeniser (Penn Treebank rules, release of February 2018) as
// far as they apply to lower-case text.
const (
	closing  uint8 = 1 << iota // keeps its period unless the text ends there: "etc.", "inc."
	leading                    // keeps its period always: "dr.", "vs."
	numbered                   // keeps its period only before a number: "fig. 3"
)

// abbreviations maps an abbreviation without its period to how it behaves.
// Single letters and letters with periods between ("e.g") are leading too, see
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

// extensions are the endings by which a file name is known, as "index.html".
var extensions = map[string]bool{
	"bat": true, "bmp": true, "bz2": true, "c": true, "class": true, "cgi": true, "cpp": true,
	"dll": true, "doc": true, "docx": true, "exe": true, "gif": true, "gz": true, "h": true,
	"htm": true, "html": true, "jar": true, "java": true, "jpeg": true, "jpg": true, "mov": true,
	"mp3": true, "mp4": true, "mpg": true, "pdf": true, "php": true, "pl": true, "png": true,
	"ppt": true, "ps": true, "py": true, "sql": true, "tar": true, "txt": true, "wav": true,
	"x": true, "xml": true, "zip": true, "3gp": true, "wmv": true, "wma": true, "avi": true, "flv": true,
}

// contractions are words with an apostrophe that stay whole.
var contractions = []string{
	"dunkin'", "somethin'", "ol'", "diff'rent", "cont'd", "cont'd.", "nor'easter", "c'mon", "e'er",
	"s'mores", "ev'ry", "li'l", "nat'l", "o'o", "cap'n", "c'est",
}

// elisions are the same where the apostrophe comes first.
var elisions = []string{"'n", "'n'", "'em", "'til", "'till", "'cause"}

// assimilations maps a word that is written as one but is two to the length of
// the first: can|not, gon|na.
var assimilations = map[string]int{
	"cannot": 3, "'twas": 2, "dunno": 2, "'tis": 2,
	"gonna": 3, "gotta": 3, "lemme": 3, "gimme": 3, "wanna": 3, "nno": 1,
}
