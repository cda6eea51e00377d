package boilerplate

import "regexp"

// rule is a kind of sentence.
type rule struct {
	kind     Kind
	anywhere bool     // may begin at any capital, not only where a sentence begins
	start    []string // the sentences begin with one of these
	pattern  *regexp.Regexp
}

const (
	// funder has the marks of a name that pays.
	funder = `(?:[Gg]rants?\b|[Gg]rant\s|\b(?:Foundation|Council|Ministry|Minist[eè]re|Programme|Program|Funds?|Funding|Commission|Union|Agency|Department|Trust|Institutes?|Government|Award|Scheme|` +
		`Horizon|Project|NSF|NIH|NSFC|DFG|EPSRC|ESRC|NIHR|ERC|DARPA|DOE|FAPESP|CNPq|CAPES|JSPS|KAKENHI|Wellcome|University|Science and Technology)\b|(?:no|No|nos|number|#)\.?\s*[A-Z]*\d)`
	this = `(?:This|The(?: present)?|Our)\s+(?:work|research|study|project|paper|article|publication|trial|review|report|investigation|manuscript|material)`
)

// rules in the order in which they are tried. \b at an end keeps "Copyrighted" and "Licenseeship" out.
var rules = []rule{
	{Copyright, true, []string{"©", "&copy;", "(c)", "copyright", "crown copyright"},
		regexp.MustCompile(`^(?:Crown\s+)?(?:(?:©|&copy;)\s*(?:Copyright|The|[Bb]y|IEEE|ACM|\d{4}|[A-Z])|\([cC]\)\s*(?:Copyright\s*)?(?:by\s+)?(?:[A-Z][\w.]*,?\s+){0,4}(?:19|20)\d\d\b[,.]?\s*(?:[A-Z©(]|by|$)|` +
			`(?i:Copyright)\s*(?:©|\([cC]\)|(?:by\s|of\s+the\s+)?(?:\w+,?\s+){0,4}(?:19|20)\d\d\b|held\s+by|is\s+held))`)},
	{Copyright, true, []string{"all rights", "no rights"}, regexp.MustCompile(`^(?i:(?:all|no)(?: other)?\s+rights\s+(?:are\s+)?reserved)`)},
	{Copyright, true, []string{"this", "open access", "published under", "distributed under", "licensed under", "made available under"},
		regexp.MustCompile(`^(?i:open\s+access[.:,]?\s+)?(?i:This\s+(?:is\s+an\s+open[- ]access|(?:article|paper|work|chapter|book)\s+(?:is\s+)?(?:an?\s+)?(?:protected\s+by\s+copyright|published\s+(?:and\s+licensed\s+by|with\s+open\s+access|under\s+(?:a|an|the)\b|by\s+\S+\s+under)|` +
			`(?:also\s+)?(?:licen[sc]ed|distributed|available|made\s+available|open[- ]access|shared)\b[^.]*(?:licen[sc]e|terms|Creative\s+Commons|CC[- ]BY|open\s+access)|contributed\s+by\s+US\s+Government|has\s+been\s+contributed\s+to\s+by\s+U))|` +
			`(?:published|distributed|licensed|made\s+available)\s+under\b[^.]*(?:licen[sc]e|Creative|CC[- ]BY))`)},
	{Copyright, false, []string{"published by", "published in association", "licensee", "licence", "license", "for permission", "(psyc", "publisher:", "posted with permission", "reproduced with", "reproduced by", "adapted with", "permission to", "personal use"},
		regexp.MustCompile(`^(?i:Published\s+(?:in\s+association\s+with|by\s+(?:the\s+)?\p{Lu}[^.]*(?:\.\s?\p{Lu}[^.]*){0,4}\.?$)|Licensee\s|Licen[cs]e:|For\s+permissions?\b|\(PsycI?NFO|Publisher:|Posted\s+with\s+permission|Reproduced\s+(?:with|by)\s+(?:the\s+)?(?:kind\s+)?permission|Adapted\s+with\s+permission|` +
			`Permission\s+to\s+(?:make|copy|reproduce|use)|Personal\s+use\s+of\s+this)`)},
	{Copyright, false, []string{"19", "20"}, regexp.MustCompile(`^(?:19|20)\d\d,?\s+(?:The\s+)?(?:Authors?\b|Elsevier|Wiley|John\s+Wiley|Springer|Taylor|Informa|IEEE|ACM|Blackwell|Academic\s+Press|American\s|Royal\s|Oxford\s+Univ|Cambridge\s+Univ|Karger|S\.|Sage|SAGE|Macmillan|Nature\s+Pub|Society\b|Published)[^.]*` +
		`(?:\.\w\.|\.)?$`)},
	{Funding, true, []string{"this", "the", "our"},
		regexp.MustCompile(`^` + this + `\s+(?:was|is|were|has\s+been|received)\s+(?:also\s+)?(?:\w+ly\s+|in\s+part\s+|fully\s+)?(?:supported|funded|financed|sponsored|funding|financial\s+support)\s+(?:in\s+part\s+|partly\s+|partially\s+|fully\s+|financially\s+)?(?:by|through|under|from|with)\b.*` + funder)},
	{Funding, false, []string{"supported", "funded", "partially supp", "partly supp"},
		regexp.MustCompile(`^(?:Partially\s+|Partly\s+)?(?:Supported|Funded)\s+(?:in\s+part\s+)?by\s[^,]*` + funder + `[^,]*$`)},
	{Funding, false, []string{"funding", "financial", "the authors", "we ", "acknowledg", "role of the funding", "grant"},
		regexp.MustCompile(`^(?:(?:FUNDING|Funding(?:\s+(?:information|[Ss]ources?|[Ss]tatement|and\s+\w+))?)(?:\s*[:.]|\s+(?:[A-Z]\w|None|No\b)).*|Financial\s+support:?\s.*` + funder +
			`|(?:We|The\s+authors)\s+(?:would\s+like\s+to\s+|also\s+|gratefully\s+|sincerely\s+)*(?:acknowledge\s.*(?:support|fund|grant)|thank\s.*(?:support|fund|comment|help|discussion|assist|review))|(?i:Acknowledge?ments?)\s*[:.—-]|Role\s+of\s+the\s+[Ff]unding|Grants?:)`)},
	{Registration, false, []string{"trial reg", "clinical trial", "clinicaltrials", "[clinicaltrials", "trial number", "trials reg", "registration", "registered", "prospectively reg", "retrospectively reg", "pre-reg", "preregistered", "registry", "systematic review reg", "prospero", "protocol reg", "review reg", "study reg",
		"nct0", "isrctn", "chictr", "crd4", "unique id", "identifier", "url:", "url ", "australian", "chinese clinical", "this", "the", "german clinical", "netherlands trial", "dutch trial", "eudract", "umin", "international registered", "irb", "level of evidence", "drks", "actrn", "ctri"},
		regexp.MustCompile(`^(?:(?i:(?:Clinical\s+)?Trials?\s+(?:registration|registry|number)|(?:Systematic\s+)?(?:Review|Protocol|Study)\s+registration|Registration\b\s*(?:number|details|:|information|ID|PROSPERO|NCT|\d)|Prospero\b.*CRD|(?:Unique\s+)?identifiers?\s*[:(]|Level\s+of\s+evidence\s*[:.])|` +
			`\[?(?i:Clinical\s?Trials?\.gov)\]?[,:;]?\s*(?i:registration|registry|number|no\.|identifier|ID|\(?#?NCT|\[NCT|[,:])|` +
			`(?:NCT0?\d|ISRCTN\d|ChiCTR|CRD4\d|DRKS\d|ACTRN\d|UMIN|EudraCT|CTRI)|URLs?:?\s+\S*(?:trial|drks|chictr|isrctn|umin|crd)|(?:Australian|Chinese|German|Netherlands|Dutch|International|Iranian|Pan\s+African)\s.*(?:Trials?\s+Reg|Clinical\s+Trial)\w*.*\d{4}|(?:(?:Pro|Retro)spectively\s+r|Pre-?r|R)egistered\b[^.]*(?:\d{4}|NCT|PROSPERO)|` +
			`(?:(?:This|The)\s+(?:\w+\s+){0,3}(?:trial|study|review|protocol|registration|identifier)(?:\s+protocol)?\s+(?:registration\s+)?(?:number\s+|ID\s+)?(?:was|is|has\s+been|were)\s+(?:\w+ly\s+|pre-?)*(?:registered|NCT|CRD|ISRCTN)))`)},
	{Supplement, false, []string{"the online version", "supplement", "electronic supp", "contact:", "contact ", "correspond", "graphical abstract", "online supp", "supporting information", "this article contains"},
		regexp.MustCompile(`^(?:The\s+online\s+version\s.*(?:supplement|material)|(?i:(?:Electronic\s+)?Supplement(?:ary|al)\s+(?:information|materials?|data|files?|tables?|figures?)\s*(?:[:.]|is\b|are\b|for\s+this|The\s|accompan|Supplement))|Contact:?\s+\S+@|Contact:\s|Correspondence(?:\s+to)?:|(?i:Supporting\s+information)\s*[:.]|This\s+article\s+contains\s+supp)`)},
	{Keywords, false, []string{"key", "index terms", "author key", "palabras", "palavras", "mots", "schlüssel", "schlagw", "parole", "subject headings", "ключевые", "关键词", "关键字", "キーワード", "avainsanat", "nyckelord", "słowa kluczowe", "trefwoorden"},
		regexp.MustCompile(`^(?i:(?:Author\s+)?Key[- ]?words?(?:\s+and\s+phrases)?|Index\s+terms|Palabras[- ]claves?|Palavras[- ]chaves?|Mots[- ]cl[ée]s?|Schl(?:ü|ue)sselw(?:ö|oe)rter|Schlagw(?:ö|oe)rter|Parole\s+chiave|Subject\s+headings|Ключевые\s+слова|关键词|关键字|キーワード|Avainsanat|Nyckelord|Słowa\s+kluczowe|Trefwoorden)\s*(?:[:：—–=]|\s-\s|\.\s?—)`)},
}
