// Package reference reads references as reference managers, databases, libraries and publishers export them: one entry with
// a title, mostly an abstract, and perhaps keywords.
//
//	file ─ Reader.Next ─► entry (its bytes) ─ Format.Fields ─► fields ─ Records.Parse ─► id, title, text, keywords
//	                                        └ Format.Add ─► the entry with more keywords, every other byte as it was
//
//	format    files                                         an entry begins at         keywords
//	bibtex    .bib of Zotero, Scopus, ACM, ScienceDirect    @article{                  keywords = {a, b}
//	ris       .ris of reference managers                    TY  -                      KW  - a, a line each
//	nbib      .nbib of PubMed (MEDLINE), ERIC, tags of Ovid PMID-                      OT  - a, a line each
//	wos       savedrecs.txt of Web of Science               PT                         DE a; b
//	enw       .enw of EndNote                               %0                         %K a
//	embase    .csv of Embase by row                         "TITLE","                  "AUTHOR KEYWORDS","a","b"
//	pubmed    XML of PubMed, also the yearly baseline       <PubmedArticle>            <Keyword>
//	europepmc XML that Europe PMC answers with              <result>                   <keyword>
//	jats      XML of publishers and PubMed Central          <article>                  <kwd>
//	marcxml   MARC 21 in XML                                <record>                   653 $a, 650
//	marc      MARC 21 (ISO 2709) in UTF-8                   the length of the record   653 $a, 650
//	tei       TEI of GROBID                                 <TEI>                      <term>
//	xml       XML of EndNote, HAL, OAI-PMH, DataCite, MODS  <record>, <dc>, <entry>    <keyword>, <subject>
//	          Elsevier                                      <coredata>
//	feed      XML of RSS, Zotero, DBLP, Crossref, ONIX,     <item>, <paper>, <Product> <keyword>, <subject>
//	          BioC and plain entries
//
// Reading is bounded by the largest entry. A damaged entry is the error of that entry alone: text formats go on where the next
// one begins.
package reference
