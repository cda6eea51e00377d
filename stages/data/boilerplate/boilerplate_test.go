package boilerplate

import (
	"fmt"
	"strings"
	"testing"
)

const prose = "We measured the growth of lichen on forty roofs. The rate depends on the slope"

// TestFind: what is given in braces is found, with the kind behind it, and nothing else.
func TestFind(t *testing.T) {
	for _, c := range []string{
		// Publishers.
		prose + ". {© 2020 Elsevier Ltd. All rights reserved.}copyright",
		prose + " {© 2020 The Authors. Published by Elsevier B.V. This is an open access article under the CC BY license (http://example.org/by/4.0/).}copyright",
		prose + " {© 2019 The Authors. Roof Letters published by Wiley Periodicals LLC on behalf of the Roof Society.}copyright",
		prose + ". {(C) 2013 Elsevier Inc. All rights reserved.}copyright",
		prose + ". {Copyright (c) 2011 John Wiley & Sons, Ltd.}copyright",
		prose + ". {Crown Copyright © 2010 Published by Elsevier Ltd.}copyright",
		prose + ". {© 2014 S. Karger AG, Basel.}copyright",
		prose + ". {This article is protected by copyright. All rights reserved.}copyright",
		prose + ". {2008 Elsevier B.V.}copyright",
		prose + ". {Published by Oxford University Press on behalf of the Roof Association © The Author 2012.}copyright",
		prose + ". {(PsycINFO Database Record (c) 2019 APA, all rights reserved).}copyright",
		prose + " {This is an open access article distributed under the terms of the Creative Commons Attribution License, which permits unrestricted use.}copyright",
		"{© 2017 Elsevier Inc.}copyright " + prose + ".",
		"{Copyright 2002 Elsevier Science B.V. All rights reserved.}copyright " + prose + " of every single roof that we climbed in the wet summer of that year, and on the age of its tiles.",
		prose + ". {THIS  CHAPTER is distributed under the terms of the licence.}copyright",
		prose + ". {© 2020 Roof Press Ltd.\n\nhttps://example.org/roofs}copyright",
		prose + ". {This chapter is protected by copyright.}copyright", prose + ". {This\tBook is published under a licence.}copyright",
		// As more publishers have it.
		prose + ".{© 2020 Roof Press Ltd.}copyright", prose + ".{Published by Roof Press.}copyright", prose + ". {Published by the Roof Society under licence 4.0 of the society.}copyright",
		prose + ". {Copyright: © 2019 Roe et al.}copyright", prose + ". {Copyright Roof Society 2011. All rights reserved.}copyright", prose + ". {This journal is © The Roof Society 2018.}copyright",
		prose + ". {The copyright holder for this preprint is its author. It is made available under a CC-BY 4.0 International license.}copyright",
		prose + ". {Content from this work may be used under the terms of a licence. Any further distribution of this work must name the authors of it.}copyright",
		prose + ". {The use, distribution or reproduction in other forums is permitted, provided that the roofs of all the original authors and all the owners of the slates on them are credited in good time.}copyright",
		prose + ". {Published 2019. This article is a U.S. Government work and is in the public domain in the USA.}copyright", prose + ". {[PUBLICATION ABSTRACT]}copyright", prose + ". {(Author abstract)}copyright",
		"{Open Access.}copyright " + prose + ".", prose + ". {CC BY 4.0}copyright", prose + ". {The Author(s) 2019.}copyright", prose + ". {Ó 2009 Roof Press.}copyright", prose + ". {® 2009 Roof Press.}copyright",
		prose + ". {© 2019 Roof Press, Inc. J Roof Lett 2019;38:712-736.}copyright", prose + ". {© 2016 Roof Press, Inc. Roof Letters 37: 40–45, 2016.}copyright",
		prose + ". ### {Competing Interest Statement The authors have declared no competing interest.}supplement",
		prose + ". {This study received no external funding.}funding", prose + ". {Funded by: Roof Council.}funding",
		// In other languages.
		"Flechten wachsen. {Dieser Beitrag ist unter einer Creative-Commons-Lizenz veröffentlicht.}copyright", "Flechten wachsen. {Alle Rechte vorbehalten.}copyright", "Flechten wachsen. {Diese Arbeit wurde vom Dachfonds gefördert.}funding",
		"Le lichen pousse. {© Les auteurs 2020. Tous droits de traduction réservés.}copyright", "Le lichen pousse. {Publié par Toit SAS.}copyright", "Le lichen pousse. {Cet article est distribué sous licence CC BY.}copyright",
		"Le lichen pousse. {Ce travail a été financé par la ville.}funding", "El liquen crece. {Este es un artículo Open Access bajo la licencia CC BY.}copyright", "El liquen crece. {Publicado por Techo, S.L. Todos los derechos reservados.}copyright",
		"O líquen cresce. {Este artigo está disponível sob uma licença Creative Commons.}copyright", "Il lichene cresce. {Tutti i diritti riservati.}copyright", "De mos groeit. {Alle rechten voorbehouden.}copyright",
		"Лишайник растёт. {Все права защищены. © Авторы, 2020.}copyright", "Лишайник растёт. {Работа выполнена при поддержке города.}funding", "地衣生长。{版权所有。}copyright",
		// Who paid.
		prose + " {This work was supported by the National Science Foundation of Nowhere (Grant No. 61234567).}funding",
		prose + ". {Funded by the Roof Council.}funding",
		"The study of roofs is supported by their owners. " + prose + ". {The present\n study was sponsored by the Roof Foundation.}funding",
		prose + ". {We gratefully acknowledge the support of the town.}funding",
		prose + ". {Funding: None.}funding",
		prose + ". {Funding Roof Foundation.}funding",
		prose + ". {We thank three reviewers for comments.}funding",
		// Where it is registered.
		prose + ". {Trial registration ClinicalTrials.gov NCT01234567; https://example.org/NCT01234567.}registration",
		prose + ". {NCT01234567.}registration",
		prose + ". {This study was registered with www.ClinicalTrials.gov (NCT01234567).}registration",
		prose + ". {PROSPERO registration number CRD42020123456.}registration",
		prose + ". {This trial was registered at ClinicalTrials.gov as NCT01234567.}registration",
		prose + ". {Prospectively registered on 13 May 2015.}registration",
		prose + ". {Iranian Registry of Clinical Trials, IRCT20150101012345N1.}registration",
		// More material, keywords.
		prose + ". {The online version contains supplementary material available at 10.1000/roof.}supplement",
		prose + ".\n{Keywords: lichen; roofs; growth rate}keywords",
		prose + ". {Index Terms—Lichen, roofs.}keywords",
		"{Keywords: lichen, roofs.}keywords " + prose + ", on the age of the tiles, on the smoke of the town and on nothing else that we could think of measuring.",
		"地衣的生长速度取决于坡度。{关键词：地衣；屋顶}keywords",
		// Parts of an abstract.
		"{Background:}label Lichen grows. {Methods:}label We measured. {Results and Discussion:}label It grew.",
		"{BACKGROUND}label Lichen grows. {METHODS}label We measured it.",
		"{Background}label Lichen grows. {Methods}label We measured it. {Conclusions}label It grew.",
		"{Background .}label Lichen grows. {Methods .}label We measured it.",
		"{BACKGROUND}label Lichen grows.",
		"{MAIN OUTCOME MEASURES}label Growth of lichen.",
		"(1) {Background:}label Lichen grows. (2) {Methods:}label We measured.",
		"{Design/methodology/approach -}label We measured. {Originality/value -}label Nobody had.",
		"{[Objective]}label Lichen grows. {[Methods]}label We measured it.", "{【背景】}label地衣生长。{【方法】}label我们测量了。",
		"{Hintergrund:}label Flechten wachsen. {Methoden:}label Wir maßen sie.", "{МЕТОДЫ}label Измерения.", "{ЦЕЛЬ –}label измерить рост.", "{Цель –}label Измерить рост.", "{**Méthodes**}label Nous avons mesuré.",
		// No abstract.
		"{International audience}placeholder", "{#N/A}placeholder", "{Kein Abstract vorhanden.}placeholder", "{\\N}placeholder",
		"{[No abstract available]}placeholder", " {null}placeholder ", "{Abstract not available.}placeholder", "{N/A}placeholder",
		// What databases and journals add.
		prose + ". {Copyright of Roof Letters is the property of Roof Press and its content may not be copied. However, users may print articles for individual use. This abstract may be abridged.}copyright",
		prose + ". {[ABSTRACT FROM AUTHOR]}copyright", prose + ". {Published in 2020 by Roof Press.}copyright", prose + ". {Adapted from the source document.}copyright",
		prose + ". {Data availability: The roofs are listed at https://example.org/roofs.}supplement", prose + ". {Conflict of interest: none declared.}supplement",
		prose + ". {The authors declare that they have no competing interests.}supplement", prose + ". {JEL classification: C61, Q15}supplement", prose + ". {(JEL C61, Q15)}supplement",
		prose + ". {2010 Mathematics Subject Classification: 35J20, 47H10}supplement", prose + ". {PACS numbers: 72.10.Bg, 73.20.At}supplement",
		prose + ". {How to cite: Roe, R.: Lichen, Roof Meeting 2023, https://doi.org/10.1000/roof, 2023.}supplement", prose + ". {Received: 3 May 2020; Accepted: 4 June 2020}supplement",
		prose + ". {Expected final online publication date for Roofs, Volume 5 is May 2024.}supplement {Please see http://example.org/dates for revised estimates.}supplement",
		prose + ". {Paper type Research paper}supplement", prose + ". {E-mail: roe@example.org}supplement", prose + ". {DOI: 10.1000/roof}supplement", prose + ". {A video abstract for this article can be found online.}supplement",
		prose + ". {Stichwörter: Flechten, Dächer}keywords", prose + ". {KEYWORDS Lichen · Roofs}keywords", prose + ". {키워드: 이끼, 지붕}keywords",
		// Labels with other marks.
		"{Objective -}label to measure lichen. {Methods -}label forty roofs were climbed.", "{Hintergrund –}label das Moos wächst. {Methoden –}label wir fragten.", "{Objective.—}label To measure. {Methods. -}label We asked.",
		"{Objective-}label To measure. {Methods-}label We asked. {Results -}label It grew.", "{Purpose •}label To measure. {Methods |}label We asked.", "{(Objective)}label to measure lichen.", "{__Aim__}label To measure.",
		"• {Background:}label Lichen. a) {Methods:}label We asked.", "{What this study adds -}label Lichen.",
		"Objective-oriented programs and Method-Based design of roofs differ. Results-Driven work is rare.", "Objective - oriented programs grow.", "The results - as expected - were good. Results - as expected - vary. Methods - old and new - differ.",
		"Background - noise is measured. Results are given.", "Data • Methods of roofs. (see Methods) We asked.", "Цель – измерить рост. Методы – опрос жителей.",
		// What stays.
		"Data availability limits the study of roofs. Conflict of interest among owners is rare. The authors have no roof.", "Received signals were strong. Accepted theories fail on 3 of 4 roofs.",
		"Editorial decisions on roofs differ. Citation: a practice. See related work on lichen.", "Mathematics subject tests of 2010 roofs. JEL decoders.", "Copyright of roofs is a property right.",
		"Copyright reform of 2001 is analysed, and Copyright in 2001 was weak.", "Roofs differ. Published by owners, photos are reused.", "See www.Roofs.org and PremiÃ© de la rue.", "Open access journals grow. CC BY licences of roofs differ.",
		"Dieser Artikel untersucht Lizenzen von Dächern. Diese Studie untersucht, wie Dächer gefördert werden.", "Este artículo analiza las licencias Creative Commons. Publicado por primera vez en 1920, el libro trata de techos.",
		"Le travail est soutenu. Tous droits sont rares.", "Windows ® 2000 servers were measured.", "J Roof 2019 is a journal. Roof 3: a slope of 2-4, 2016 slates.",
		"Лишайник растёт. Цель – измерить рост. Результат — карта крыш.", "Ziel - den Zuwachs der Flechten zu messen.",
		"Лишайник растёт.\nРЕЗУЛЬТАТЫ ИЗМЕРЕНИЙ\nОн растёт.", "{МЕТОДЫ}label ДНК измерена.", "{RESULTS}label DNA was found.", "RESULTS MEASURED HERE", "{结果：}label地衣生长。{方法 –}label 测量",
		"Methods* and Results** vary. [Methods of lichen] grow.", "Email is sent by 40 owners. Video abstracts are rare.",
		"{© 2020 Elsevier Ltd.}copyright The Institute of Roofs" + strings.Repeat(" and the lichen", 8) + " were watched.",
		"{Funding: None.}funding Slate University measured it.",
		"Each record has the fields Publisher: and Contact: of a roof.",
		"", prose, prose + ".",
		"This work is supported by experiments on forty roofs.",
		"This work is supported by Monte Carlo simulations.",
		"Supported by two theorems, we show that lichen grows.",
		"Copyright law protects the authors of open access articles, and a Creative Commons license permits reuse.",
		"We consider (a) slopes, (b) tiles and (c) 2010 roofs of slate.",
		"The © sign stands on roofs.",
		"Results show that lichen grows. Methods differ.",
		"Methods We asked forty nurses.",
		"Key words are drawn from the text, and keyword extraction is easy.",
		"Unique identifiers link roofs to lichens. Identifier resolution is slow.",
		"Registration of images of roofs is needed. Trial and error helped.",
		"We acknowledge our own bias in the choice of roofs.",
		"Supplementary heating was used. Highlights of the year are rare.",
		"Null hypotheses were rejected.",
	} {
		text, want := parse(c)
		got := Find(text)
		if len(got) != len(want) {
			t.Errorf("%q: found %s, want %s", text, list(text, got), list(text, want))
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%q: found %s, want %s", text, list(text, got), list(text, want))
			}
		}
	}
}

// TestLongSentence: a sentence of more than mostSentence bytes is left in, since rules would take too long in a text without points.
func TestLongSentence(t *testing.T) {
	for n, want := range map[int]int{mostSentence - len("Funding: ."): 1, mostSentence + 1 - len("Funding: ."): 0} {
		if found := Find("Funding: " + strings.Repeat("a", n) + "."); len(found) != want {
			t.Errorf("%d letters: %d found", n, len(found))
		}
	}
}

// parse reads a text in which boilerplate stands in braces with its kind behind it.
func parse(marked string) (text string, spans []Span) {
	for {
		before, rest, ok := strings.Cut(marked, "{")
		text += before
		if !ok {
			return text, spans
		}
		inside, rest, _ := strings.Cut(rest, "}")
		end := strings.IndexFunc(rest+" ", func(r rune) bool { return r < 'a' || r > 'z' })
		spans = append(spans, Span{len(text), len(text) + len(inside), Kind(rest[:end])})
		text, marked = text+inside, rest[end:]
	}
}

func list(text string, spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		b.WriteString("{" + text[s.From:s.To] + "}" + string(s.Kind) + " ")
	}
	return b.String()
}

// TestBlank: a text keeps its length and what is not boilerplate its place, also where it contains markup.
func TestBlank(t *testing.T) {
	for given, want := range map[string]string{
		"Roofs grow lichen. © 2020 Elsevier Ltd.":                     "Roofs grow lichen.                      ",
		"<p>Roofs grow <i>lichen</i>.</p><p>&copy; 2020 Elsevier</p>": "<p>Roofs grow <i>lichen</i>.</p><p>                    </p>",
		"Roofs grow lichen.": "Roofs grow lichen.",
	} {
		if got, _ := Blank(given); got != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add(prose + " © 2020 The Authors. Keywords: a; b")
	f.Add("(1) Background: x. Methods We. Results The.")
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, s := range Find(text) {
			if s.From < last || s.To <= s.From || s.To > len(text) {
				t.Fatalf("%q: %v behind %d", text, s, last)
			}
			last = s.To
		}
		if blanked, _ := Blank(text); len(blanked) != len(text) {
			t.Fatalf("%q becomes %q", text, blanked)
		}
	})
}

// BenchmarkWithoutPoints: the time grows with the length of the text alone, also where a rule begins at every word.
func BenchmarkWithoutPoints(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		text := strings.Repeat("This ", n/5)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(n))
			for b.Loop() {
				Find(text)
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("We measured the growth of lichen on forty roofs of Slate Town, where the rate depends on the slope. ", 13) + "© 2020 Elsevier Ltd. All rights reserved."
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
	}
}
