package stages_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/wrone2set/wrone2set/stages"
)

// imageUser runs the programs of the image: not root, by number, since the image has no names.
const imageUser = "65532"

// document reads a YAML file, or a JSON file, which is one.
func document(t *testing.T, path string) (doc any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err == nil {
		err = yaml.Unmarshal(data, &doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// at returns what stands in a document at a path of keys and indices, as text.
func at(doc any, path string) string {
	for step := range strings.SplitSeq(path, ".") {
		switch x := doc.(type) {
		case map[string]any:
			doc = x[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(x) {
				return "nothing"
			}
			doc = x[i]
		default:
			return "nothing"
		}
	}
	return fmt.Sprint(doc)
}

// TestDeploy holds the files for schedulers against what they mean and against what infer says of itself: flags that it has, and the
// exit codes that are worth a retry and that are not.
func TestDeploy(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the programs")
	}
	described, err := exec.Command(programs(t)+"/infer", "--describe", "--config", "none").Output()
	if err != nil {
		t.Fatal(err)
	}
	var d struct {
		Inputs, Settings, Options []struct{ Flag string }
		Codes                     []struct {
			Code  int
			Retry bool
		} `json:"exit_codes"`
	}
	if err := json.Unmarshal(described, &d); err != nil || len(d.Codes) != 5 {
		t.Fatalf("%+v, %v", d, err)
	}
	var never []int
	for _, c := range d.Codes {
		if c.Code != stages.ExitDone && !c.Retry {
			never = append(never, c.Code)
		}
	}
	job, batch := document(t, "deploy/kubernetes.yaml"), document(t, "deploy/aws-batch.json")
	slurm, err := os.ReadFile("deploy/slurm.sh")
	if err != nil {
		t.Fatal(err)
	}
	_, command, _ := strings.Cut(string(slurm), "\ninfer ")
	command, _, _ = strings.Cut(command, "\n")
	const pod, container, first = "spec.template.spec.", "spec.template.spec.containers.0.", "spec.podFailurePolicy.rules.0."
	for _, c := range []struct {
		doc        any
		path, want string
	}{
		{job, "spec.completionMode", "Indexed"}, {job, container + "command", "[/infer]"}, {job, container + "args.4", "--shards"}, {job, container + "args.5", at(job, "spec.completions")},
		{job, first + "action", "FailIndex"}, {job, first + "onExitCodes.operator", "In"}, {job, first + "onExitCodes.values", fmt.Sprint(never)},
		{job, first + "onExitCodes.containerName", at(job, container+"name")},
		{job, pod + "securityContext.runAsUser", imageUser}, {job, pod + "securityContext.runAsGroup", imageUser}, {job, pod + "securityContext.fsGroup", imageUser},
		{job, container + "volumeMounts.1.mountPath", "/tmp"}, // nothing else of a read-only root may be written
		{batch, "containerProperties.user", imageUser + ":" + imageUser}, {batch, "retryStrategy.attempts", "4"},
		// The first rule that an exit code meets counts.
		{batch, "retryStrategy.evaluateOnExit", "[map[action:EXIT onExitCode:64] map[action:EXIT onExitCode:65] map[action:RETRY onReason:*]]"},
	} {
		if got := at(c.doc, c.path); got != c.want {
			t.Errorf("%s is %s, want %s", c.path, got, c.want)
		}
	}
	if !slices.Equal(never, []int{64, 65}) || !strings.Contains(string(slurm), "\n0 | 64 | 65) exit $code ;;\n") {
		t.Errorf("want %v not to be tried again", never)
	}
	for where, words := range map[string]string{"kubernetes": at(job, container+"args"), "aws batch": at(batch, "containerProperties.command"), "slurm": command} {
		given := strings.Fields(words)
		for _, word := range given {
			has := func(f struct{ Flag string }) bool { return f.Flag == word }
			if strings.HasPrefix(word, "--") && !slices.ContainsFunc(slices.Concat(d.Inputs, d.Settings, d.Options), has) {
				t.Errorf("%s: infer has no %s", where, word)
			}
		}
		if !strings.Contains(words, "--documents ") || !strings.Contains(words, "--out ") {
			t.Errorf("%s: no documents or no output in %s", where, words)
		}
	}
}

// TestSlurm runs the script with an infer that ends with each exit code: what is put into the queue again, and as what the
// task ends. Flags behind the folder are those of infer.
func TestSlurm(t *testing.T) {
	dir := t.TempDir()
	put(t, dir+"/infer", "#!/bin/sh\ncase \"$*\" in '--documents in --out out '*' --choose top=5') exit $ENDS ;; esac\nexit 99\n")
	put(t, dir+"/scontrol", "#!/bin/sh\necho \"$@\"\n")
	for _, c := range []struct {
		ends, restarts int
		want           string
	}{{0, 0, ""}, {64, 0, ""}, {65, 0, ""}, {1, 0, "requeue 7_3\n"}, {2, 2, "requeue 7_3\n"}, {137, 0, "requeue 7_3\n"}, {1, 3, ""}} {
		cmd := exec.Command("bash", "deploy/slurm.sh", "in", "out", "--choose", "top=5")
		cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "SLURM_CPUS_PER_TASK=2", "SLURM_ARRAY_JOB_ID=7", "SLURM_ARRAY_TASK_ID=3",
			"ENDS="+strconv.Itoa(c.ends), "SLURM_RESTART_COUNT="+strconv.Itoa(c.restarts))
		said, _ := cmd.Output()
		if string(said) != c.want || cmd.ProcessState.ExitCode() != c.ends {
			t.Errorf("%+v: %q, exit code %d", c, said, cmd.ProcessState.ExitCode())
		}
	}
}

// TestDeployHours holds the table of hours against the formula above it.
func TestDeployHours(t *testing.T) {
	text, err := os.ReadFile("deploy/README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 7 || !strings.Contains(cells[0], "000,000") {
			continue
		}
		rows++
		numbers := make([]float64, len(cells))
		for i, cell := range cells {
			if i == 1 {
				continue // in words
			}
			var err error
			if numbers[i], err = strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(cell), ",", ""), 64); err != nil {
				t.Fatal(err)
			}
		}
		for i, cores := range []float64{1, 2, 16, 128} {
			if shown, want := numbers[3+i], numbers[0]/numbers[2]/3600/cores; math.Abs(shown-want) > 0.02*want {
				t.Errorf("%s:%s hours on %g cores, want %.3g", strings.TrimSpace(line), cells[3+i], cores, want)
			}
		}
	}
	if rows != 6 {
		t.Errorf("%d rows", rows)
	}
}
