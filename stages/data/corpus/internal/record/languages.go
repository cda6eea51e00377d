package record

import "slices"

// alsoKnown lists names that reference managers, databases, publishers and library catalogues export, and names in other
// languages. No two of them are the same name, see Fold; a name that means several parts is not listed.
func alsoKnown() [Fields][]string {
	return [Fields][]string{
		ID: {"paper_id", "doi", "pmid", "corpusid", "openalex_id", "ppn", "pmcid", "eid", "ut (unique wos id)", "lens id", "mms id",
			"record id", "document id", "article id", "identifier"},
		Title: slices.Concat(
			[]string{"article title", "document title", "paper title", "main title", "dc.title", "dc:title"},
			[]string{"titel", "haupttitel", "titre", "título", "titulo", "titolo", "tittel"},
			[]string{"tytuł", "název", "nazev", "titul", "názov", "otsikko", "nimeke", "pealkiri", "naslov", "titlu", "cím", "başlık", "judul"},
			[]string{"название", "заглавие", "заголовок", "назва", "τίτλος"},
			[]string{"题名", "标题", "題名", "標題", "篇名", "タイトル", "論文名", "제목", "논문명", "العنوان", "عنوان"}),
		Body: slices.Concat(
			[]string{"abstract note", "abstracts", "dc.description.abstract", "dcterms.abstract", "dcterms:abstract"},
			[]string{"zusammenfassung", "kurzfassung", "kurzreferat", "résumé", "resume", "resumen", "resumo", "riassunto", "samenvatting"},
			[]string{"sammanfattning", "sammendrag", "tiivistelmä", "streszczenie", "abstrakt", "anotace", "anotácia", "kokkuvõte", "sažetak", "povzetek",
				"rezumat", "kivonat", "özet", "abstrak"},
			[]string{"аннотация", "реферат", "анотація", "περίληψη"},
			[]string{"摘要", "文摘", "抄録", "要旨", "概要", "초록", "요약", "الملخص", "ملخص"}),
		Keyphrases: slices.Concat(
			[]string{"manual tags", "author keyword", "keywords author", "authkeywords"},
			[]string{"schlagwörter", "schlagworte", "schlüsselwörter", "stichwörter", "mots-clés", "mots-cles", "palabras clave",
				"palavras-chave", "parole chiave", "trefwoorden"},
			[]string{"nyckelord", "nøgleord", "nøkkelord", "emneord", "ämnesord", "avainsanat", "asiasanat", "słowa kluczowe", "klíčová slova",
				"kľúčové slová", "märksõnad", "ključne riječi", "ključne besede", "cuvinte cheie", "kulcsszavak", "anahtar kelimeler", "kata kunci"},
			[]string{"ключевые слова", "ключові слова", "λέξεις κλειδιά"},
			[]string{"关键词", "关键字", "關鍵詞", "關鍵字", "キーワード", "키워드", "주제어", "الكلمات المفتاحية", "كلمات مفتاحية"}),
	}
}

// tags are the names of fields in exports of Web of Science, MEDLINE and other databases. They are short enough to mean
// anything, so a file must have both a title and an abstract of these names.
var tags = []struct {
	name string
	part Field
}{{"TI", Title}, {"AB", Body}, {"DE", Keyphrases}, {"KW", Keyphrases}, {"OT", Keyphrases}, {"UT", ID}, {"AN", ID}, {"DI", ID}}

// tagged reports whether a header names its columns by tags, and whether ID is a tag for keywords of Web of Science.
func tagged(header []string) (is, keywordsPlus bool) {
	has := func(name string) bool { return slices.Contains(header, name) }
	return has("TI") && has("AB"), has("ID") && (has("UT") || has("DE"))
}
