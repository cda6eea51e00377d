package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/wrone2set/wrone2set/stages"
)

// modelFile is the weights of a model folder, whose digest names the model.
const modelFile = "model.safetensors"

// About are facts about the inputs, in order.
type About []Fact

// Fact is a fact about the inputs: the model, the corpus.
type Fact struct{ Name, Value string }

func (a *About) add(name, format string, args ...any) {
	*a = append(*a, Fact{name, fmt.Sprintf(format, args...)})
}

// String returns the facts in one line.
func (a About) String() string {
	var words []string
	for _, f := range a {
		words = append(words, f.Name+" "+f.Value)
	}
	return strings.Join(words, "; ")
}

// AboutPredictions returns the model of the predictions and the way they were chosen, from the manifests beside them, or else the name of
// the file. It leaves out folders and times, so that equal inputs give equal bytes wherever and whenever they are scored. A
// manifest that exists but cannot be read is an error, because the report would differ without it.
func AboutPredictions(predictions stages.Source) (a About, err error) {
	infer, _, err := predictions.Provenance()
	if err != nil {
		return nil, err
	}
	model, ok := infer.Input("model", "")
	if !ok || infer.Stage != "infer" {
		a.add("predictions", "%s", filepath.Base(predictions.Files[0]))
		return a, nil
	}
	digest := model.Digest(modelFile)
	if strings.Contains(digest, ":") { // a version
		a.add("model", "%s, %s", baseNames(model.Spec), digest)
	} else {
		a.add("model", "%s, sha256 %.12s", baseNames(model.Spec), digest)
	}
	// The folder may hold a different model by now. The digest tells.
	train, ok, err := predictions.ProvenanceIn(model.Spec)
	if err != nil {
		return nil, err
	}
	if made, _ := train.Output(modelFile); ok && made.SHA256 == digest {
		a.add("trained by", "train %s, seed %s", train.Version, train.Seed)
	}
	a.add("labelled by", "infer %s", infer.Version)
	if mode := infer.Noted("choose"); mode != "" {
		a.add("chosen by", "--choose %s", mode)
	}
	return a, nil
}

// AboutScores returns AboutPredictions, the corpus of the test set, and scorer, the program with its settings.
func AboutScores(testSet string, predictions, documents stages.Source, scorer string) (About, error) {
	a, err := AboutPredictions(predictions)
	if err != nil {
		return nil, err
	}
	preprocess, _, err := documents.Provenance()
	if err != nil {
		return nil, err
	}
	if corpus, ok := preprocess.Input("test", testSet); ok && preprocess.Stage == "preprocess" {
		a.add("corpus", "%s, by preprocess %s", baseNames(corpus.Spec), preprocess.Version)
	} else {
		a.add("documents", "%s", filepath.Base(documents.Files[0]))
	}
	a.add("scored by", "%s", scorer)
	return a, nil
}

// baseNames returns a corpus argument without folders; source.txt:target.txt keeps both names.
func baseNames(spec string) string {
	var names []string
	for path := range strings.SplitSeq(strings.ReplaceAll(spec, "://", ""), ":") {
		names = append(names, filepath.Base(path))
	}
	return strings.Join(names, ":")
}
