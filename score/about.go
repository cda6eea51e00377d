package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/score/internal/report"
	"github.com/wrone2set/wrone2set/stages"
)

// modelFile is the weights of a model folder, whose digest names the model.
const modelFile = "model.safetensors"

// about returns the facts of a report: model, corpus, seeds and versions from the manifests beside the inputs, or else
// the names of the files. It leaves out folders and times, so that equal inputs give equal bytes wherever and whenever
// they are scored. A manifest that exists but cannot be read is an error, because the report would differ without it.
func about(testSet string, predictions, documents stages.Source, c criteria) (facts []report.About, err error) {
	if facts, err = aboutPredictions(predictions); err != nil {
		return nil, err
	}
	add := func(name, format string, args ...any) {
		facts = append(facts, report.About{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	preprocess, _, err := documents.Provenance()
	if err != nil {
		return nil, err
	}
	if corpus, ok := preprocess.Input("test", testSet); ok && preprocess.Stage == "preprocess" {
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

// aboutPredictions returns the model of the predictions and the way they were chosen.
func aboutPredictions(predictions stages.Source) (facts []report.About, err error) {
	add := func(name, format string, args ...any) {
		facts = append(facts, report.About{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	infer, _, err := predictions.Provenance()
	if err != nil {
		return nil, err
	}
	model, ok := infer.Input("model", "")
	if !ok || infer.Stage != "infer" {
		add("predictions", "%s", filepath.Base(predictions.Files[0]))
		return facts, nil
	}
	digest := model.Digest(modelFile)
	if version := digest; strings.Contains(version, ":") {
		add("model", "%s, %s", baseNames(model.Spec), version)
	} else {
		add("model", "%s, sha256 %.12s", baseNames(model.Spec), digest)
	}
	// The folder may hold a different model by now. The digest tells.
	train, ok, err := predictions.ProvenanceIn(model.Spec)
	if err != nil {
		return nil, err
	}
	if made, _ := train.Output(modelFile); ok && made.SHA256 == digest {
		add("trained by", "train %s, seed %s", train.Version, train.Seed)
	}
	add("labelled by", "infer %s", infer.Version)
	if mode := infer.Noted("choose"); mode != "" {
		add("chosen by", "--choose %s", mode)
	}
	return facts, nil
}

// baseNames returns a corpus argument without folders; source.txt:target.txt keeps both names.
func baseNames(spec string) string {
	var names []string
	for path := range strings.SplitSeq(strings.ReplaceAll(spec, "://", ""), ":") {
		names = append(names, filepath.Base(path))
	}
	return strings.Join(names, ":")
}
