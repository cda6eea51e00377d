// Package corpus reads documents in the formats that other people write. Every format implements Records. Next cuts a
// file into records on one goroutine; Parse parses them on any number of goroutines:
//
//	file ─► decompress ─► Records.Next ─► Unparsed ─► Records.Parse ─► Record
//	        (gzip, zstd)  (in order)                  (in parallel)
//
// A file is opened twice at most. NewIndex passes over a set once: open (open.go) looks at the first bytes of each file and finds its
// encoding (package file), format (format.go), dialect (dialect.go) and columns (package record); reading on finds the number of
// rows and repeated ids (index.go). The second pass gives Batches of rows, of the whole set or of one part (parts.go).
//
// Formats:
//
//	jsonl     one JSON object, or the text of a document, per line
//	json      one JSON array of objects or of texts, or objects over several lines
//	csv, tsv  a table with a header, perhaps below a heading; a cell that begins with a
//	          quote ends with one, and quotes within it are doubled or follow a backslash
//	text      the line format of One2Set: a source file of tokens with <eos> between
//	          title and body, and a target file of keyphrases separated by ";", with
//	          <peos> between present and absent ones; without a target file, one
//	          document per line
//	lines     raw text, one document per line: the default for text without <eos>
//	          that is only labelled; plain is another name
//	file      raw text, one document per file: the default for a .txt file of a
//	          folder, and for a title, a blank line and an abstract; see below
//	parquet   documents files of preprocess, and Parquet files of others with text
//	          columns; keyphrases are a list or one string
//	openalex  another name of jsonl
//	arrow     an Arrow stream or file (Feather) of record batches with text columns, also in dictionaries
//	xlsx, ods a sheet of a workbook of Excel or LibreOffice, with a header, perhaps below
//	          a heading
//	annif     a text, a tab and URIs of subjects per line
//	bibtex, ris, nbib, wos, enw, embase, pubmed, europepmc, jats, marcxml, marc, tei, xml, feed
//	          references (package reference), which a Rewriter gives back with more
//	          keywords if the format is one of those that it writes
//
// Each may be plain, gzip or zstd, with or without a byte order mark; "-" is standard input. Columns lists the
// accepted names of table columns and object keys: id, title, abstract, keywords (a list, or one string separated by
// ";" or, if the first rows show it, by a comma and a blank: joined.go), and common synonyms. The format is detected by content. A file that matches no format is refused, and so is a
// malformed file that resembles a table or JSON.
//
// A file that is one document has its name as id, without .txt and below the folder that was given. Its first line is the title if
// it is short, does not end like a sentence, and a blank line or a longer text follows it. The lines of a file a.key are the
// keyphrases of a.txt beside it; without it the labels in a.tsv are, which stand behind URIs and tabs.
//
// The encoding of text is UTF-8, UTF-16 with a mark, or a code page that is clear: Windows-1252 if no character stands where no
// Western language has it, an encoding of Cyrillic or Greek by its capitals and frequent letters, one of Chinese, Japanese or
// Korean if a detector is sure of it and all bytes are its characters, and another code page of Latin letters if the text has the
// letters of one language in it alone. Any other file is refused; the error shows a line in the likely encodings, and --encoding names one. A line that contradicts the detected encoding is an error.
// JSON is UTF-8. A few bytes of Windows-1252 in a text in UTF-8 are read as such, which is said of the first line; --encoding utf-8 rejects them.
//
// What stands above the header of a table is not read, and neither are rows that repeat it or the header, also in the words of another
// language, sums and notes (package header, aside.go), nor notes below the last row of a text; this is said. A table that is drawn with bars,
// as psql and Markdown do, is read as one with commas (package table, drawn.go). Of a list of titles the first is read that is not blank. Folders such as year=2020 are columns of exports.
//
// A record that is not valid UTF-8 is rejected in every format. A blank stands for a NUL character, which is no text, and such documents
// are counted; only in an id and in the text of One2Set, whose tokens it would change, it rejects the record.
//
// An id of Parquet or Arrow may have nearly any type. It becomes the text that pandas and DuckDB print, the same from both formats:
//
//	whole number                 18446744073709551615; a float only if it is whole
//	decimal                      12.50, with all digits of its scale
//	date                         2020-01-01
//	time                         12:34:56.789, with 3, 6 or 9 digits of a second as its unit has
//	timestamp, also of Spark     2020-01-01T12:34:56.789, and Z if the file says that it is UTC
//	UUID                         3f2504e0-4f89-11d3-9a0c-0305e82c3301
//	bytes, also of fixed length  text if they are valid UTF-8, without the zeros that fill a fixed length; 16 other bytes
//	                             of fixed length are a UUID, and all others hexadecimal digits
//	boolean                      true or false
//
// Settings are what a user can choose: --format, --columns, --keyword-separator, and --repeated-ids, which refuses or
// numbers a repeated id. Every stage that reads a corpus embeds Settings and calls Settings.Suit, which refuses
// --columns if no file has columns.
//
// Parse returns an error for one bad record, which the caller rejects. Open and Next return a *schemas.FileError for a
// bad file, and reading ends there. Memory is bounded whatever a file claims: Records hold one line, row or element of
// at most MaxLine bytes, one decompression window of at most 128 MiB, and per Parquet column one page of at most 256
// MiB and its dictionary, together at most 1 GiB. A Parquet or Arrow file has at most 65,536 columns, and a Parquet footer lists at
// most about 150,000 pairs of a column and a row group.
package corpus

// Doc describes the formats in the help of a program that reads a corpus.
const Doc = `Formats of a corpus, recognised by content, and how infer labels each: the command goes on with --out labels. Each may be .gz or
.zst, and a table may stand below a heading. Folders such as year=2020 are columns of exports.

    table: .csv, .tsv, .xlsx, .ods, .parquet infer --documents papers.xlsx --export xlsx
    JSON lines, array, answers of databases  infer --documents crossref.json --export jsonl
    BibTeX of Zotero, Scopus, ACM, Elsevier  infer --documents library.bib --export bib
    RIS of reference managers, Ovid, Embase  infer --documents library.ris --export ris
    MEDLINE: .nbib of PubMed                 infer --documents pubmed.nbib --export nbib
    savedrecs.txt of Web of Science          infer --documents savedrecs.txt --export wos
    .enw of EndNote                          infer --documents library.enw --export enw
    XML of PubMed and Europe PMC             infer --documents pubmed.xml.gz --export csv-wide
    JATS of publishers and PubMed Central    infer --documents articles/ --body --export jsonl
    TEI of GROBID                            infer --documents papers/ --body --export jsonl
    CSV of Embase, a label and values a line infer --documents records.csv --export csv-wide
    XML of EndNote, HAL, DataCite, OAI-PMH   infer --documents endnote.xml --export csv-wide
    RSS, DBLP, Crossref, ONIX, BioC, entries infer --documents feed.xml --export csv-wide
    MARCXML, also of SRU and OAI-PMH         infer --documents records.xml --export marcxml
    MARC 21 in UTF-8                         infer --documents records.mrc --export csv-wide
    folder of .txt, .key or .tsv of Annif    infer --documents texts/ --export csv
    corpus of Annif: text, tab, URIs         infer --documents corpus.tsv --export csv
    text, a document per line                infer --documents notes.txt --export csv
    text of One2Set, source and target       infer --documents source.txt:target.txt --export txt
    Arrow stream                             infer --documents - --format arrow --export jsonl

A subtitle that stands beside a title is read behind it, after a colon: of JSON, BibLaTeX (titleaddon is not), JATS, MODS, DataCite,
Crossref and ONIX. Of a keyword that is a path, Plants > Mosses, the last term is read; Roofs--Wales is one keyword.
References come back as they were given, with keywords added to those that they have. Subject headings of MARC are read from fields 650
and 653; in MARCXML concepts of infer concepts come back in 650, others in 653.
Text is UTF-8, UTF-16, or in a code page that is clear, declared in XML or named by --encoding.

Columns of a table, or keys of an object, in any case and with blank, - or _ between words: id, doc_id, _id, key, paper_id, doi,
pmid, corpusid, openalex_id or PPN; title; abstract, body, text, summary or content; keywords, keyword, keyphrases, tags or
author_keywords; names of reference managers such as Abstract Note and Document Title; names in other languages such as Titel,
Résumé and Palavras-chave; and these with a language, a limit or the words of a question: title_en, Abstract (max. 250 words), What is
the title of your paper? Of several languages English is read. --columns names others, also fields of references: --columns text=annote.`
