package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"wrone2set/score/internal/report"
	"wrone2set/stages"
)

const modelFile = "model.safetensors"

// about says which model, corpus, seeds and versions the scores are about: what
// the manifests beside the inputs say, else the names of the files. It names no
// folders and no times, so that the report is the same wherever and whenever
// the same inputs are scored. A manifest that the system does not give back is an
// error: the report would be another without it.
func about(testSet string, predictions, documents stages.Source, c criteria) (facts []report.About, err error) {
	if facts, err = aboutPredictions(predictions); err != nil {
		return nil, err
	}
	add := func(name, format string, args ...any) {
		facts = append(facts, report.About{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	preprocess, _, err := documents.Made()
	if err != nil {
		return nil, err
	}
	if corpus, ok := preprocess.Of("test", testSet); ok && preprocess.Stage == "preprocess" {
		add("corpus", "%s, by preprocess %s", baseNames(corpus.Spec), preprocess.Version)
	} else {
		add("documents", "%s", filepath.Base(documents.Files[0]))
	}
	scored := "score " + version
	if c.Bootstrap > 0 {
		scored += fmt.Sprintf(", bootstrap seed %d", c.Seed)
	}
	add("scored by", "%s", scored)
	return facts, nil
}

// aboutPredictions says which model the predictions are of, and how they were chosen.
func aboutPredictions(predictions stages.Source) (facts []report.About, err error) {
	add := func(name, format string, args ...any) {
		facts = append(facts, report.About{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	infer, _, err := predictions.Made()
	if err != nil {
		return nil, err
	}
	model, ok := infer.Of("model", "")
	if !ok || infer.Stage != "infer" {
		add("predictions", "%s", filepath.Base(predictions.Files[0]))
		return facts, nil
	}
	digest := model.Digests[modelFile]
	if version := digest; strings.Contains(version, ":") {
		add("model", "%s, %s", baseNames(model.Spec), version)
	} else {
		add("model", "%s, sha256 %.12s", baseNames(model.Spec), digest)
	}
	// The folder may hold another model by now, which is none of this report's business.
	train, ok, err := predictions.MadeIn(model.Spec)
	if err != nil {
		return nil, err
	}
	if ok && train.Digests[modelFile] == digest {
		add("trained by", "train %s, seed %s", train.Version, train.Seed)
	}
	add("labelled by", "infer %s", infer.Version)
	if mode := infer.Noted("choose"); mode != "" {
		add("chosen by", "--choose %s", mode)
	}
	return facts, nil
}

// baseNames is a corpus argument without its folders; source.txt:target.txt has
// two.
func baseNames(spec string) string {
	var names []string
	for path := range strings.SplitSeq(strings.ReplaceAll(spec, "://", ""), ":") {
		names = append(names, filepath.Base(path))
	}
	return strings.Join(names, ":")
}
