package labelled

import "github.com/wrone2set/wrone2set/stages"

// Notes of the manifest that say how scores were made.
const (
	ScoresNote    = "scores"        // Probabilities, or nothing
	ChooseNote    = "choose"        // the rule that chose the phrases
	Probabilities = "probabilities" // scores are probabilities
)

// Folder is a finished output, or some files of one.
type Folder struct {
	stages.Source
	Made   *stages.Manifest // empty if it is not known how the labels were made
	Likely bool             // scores are probabilities
	Rule   string           // that chose the phrases, "" if it is not known
}

// Folders returns the folders of an input.
func Folders(t *stages.Task, input string) (all []*Folder, err error) {
	for _, in := range t.Input(input) {
		made, _, err := in.Provenance()
		if err != nil {
			return nil, err
		}
		all = append(all, &Folder{Source: in, Made: made, Likely: made.Noted(ScoresNote) == Probabilities, Rule: made.Noted(ChooseNote)})
	}
	return all, nil
}

// Files returns the files of folders, in order.
func Files(folders []*Folder) (paths []string) {
	for _, f := range folders {
		paths = append(paths, f.Files...)
	}
	return paths
}

// Together says how the scores of all folders are to be read: they are probabilities if those of each are, and the rule is that of the last.
func Together(folders []*Folder) (likely bool, rule string) {
	likely = true
	for _, f := range folders {
		likely, rule = likely && f.Likely, f.Rule
	}
	return likely, rule
}
