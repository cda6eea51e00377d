package variant

import (
	"fmt"
	"strings"
	"testing"
)

// TestDefinitions: acronyms with their long forms, on either side of the bracket, and what is none.
func TestDefinitions(t *testing.T) {
	for text, want := range map[string]string{
		"We use a graph neural network (GNN) here.":                                   "GNN=graph neural network",
		"We use deep graph neural networks (GNNs), as others do.":                     "GNN=graph neural networks",
		"the GNN (graph neural network) of before":                                    "GNN=graph neural network",
		"on magnetic resonance imaging (MRI; see above)":                              "MRI=magnetic resonance imaging",
		"Generative~Adversarial~Networks (GANs)":                                      "GAN=Generative Adversarial Networks",
		"the recurrent temporal restricted Boltzmann machine (RTRBM)":                 "RTRBM=recurrent temporal restricted Boltzmann machine",
		"a low-rank adaptation (LoRA) of it":                                          "LoRA=low-rank adaptation",
		"state-of-the-art (SOTA)":                                                     "SOTA=state-of-the-art",
		"functional magnetic resonance imaging (fMRI)":                                "fMRI=functional magnetic resonance imaging",
		"by electroencephalography (EEG)":                                             "EEG=electroencephalography",
		"As plans exist. However, we study answers by GPT (ChatGPT)":                  "",
		"two kinds: trees (RF)":                                                       "",
		"a superb example (PE)":                                                       "",
		"a forest (see above)":                                                        "",
		"a forest (Fig)":                                                              "",
		"the random forest (RF":                                                       "",
		"the random forest ((RF))":                                                    "",
		"a GNN (GNN)":                                                                 "",
		"(GNN)":                                                                       "",
		"the WHO (which is what has been said)":                                       "",
		"support vector machine (SVM) and random forest (RF)":                         "SVM=support vector machine RF=random forest",
		strings.Repeat("x", 300) + " convolutional neural network (CNN)":              "CNN=convolutional neural network",
		"İstanbul neural network (INN)":                                               "INN=İstanbul neural network",
		"It is common. Natural language inference (NLI) and question answering (QA).": "NLI=Natural language inference QA=question answering",
	} {
		var got []string
		Definitions(text, func(short, long string) { got = append(got, short+"="+long) })
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%.80s: %q, want %q", text, s, want)
		}
	}
}

// TestDefinitionsOfAnything: no text is too strange.
func TestDefinitionsOfAnything(t *testing.T) {
	for _, text := range []string{"(", ")", "()", "(A", "- (AB)", "\xff\xfe (AB) \xff", "– (AB)", "a- (AB)", " b (AB)", "ab(AB)", "((((", strings.Repeat("(AB)", 100)} {
		Definitions(text, func(short, long string) {
			if short == "" || long == "" {
				t.Errorf("%q: %q, %q", text, short, long)
			}
		})
	}
}

func ExampleDefinitions() {
	Definitions("Large language models (LLMs) need graphics processing units (GPUs).", func(short, long string) { fmt.Println(short, "is", long) })
	// Output:
	// LLM is Large language models
	// GPU is graphics processing units
}
