package stages_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"github.com/wrone2set/wrone2set/stages"
)

// imageUser runs the programs of the image: not root, by number, since the image has no names.
const imageUser = 65532

// kubernetesJob has those fields of a Job of batch/v1 (k8s.io/api v0.34.2) that ours uses, by the names that they have there.
type kubernetesJob struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string `yaml:"kind"`
	Metadata   struct {
		Name string `yaml:"name"`
	} `yaml:"metadata"`
	Spec struct {
		CompletionMode       string `yaml:"completionMode"`
		Completions          int    `yaml:"completions"`
		Parallelism          int    `yaml:"parallelism"`
		BackoffLimitPerIndex int    `yaml:"backoffLimitPerIndex"`
		PodFailurePolicy     struct {
			Rules []struct {
				Action      string `yaml:"action"`
				OnExitCodes struct {
					ContainerName string `yaml:"containerName"`
					Operator      string `yaml:"operator"`
					Values        []int  `yaml:"values"`
				} `yaml:"onExitCodes"`
				OnPodConditions []struct {
					Type string `yaml:"type"`
				} `yaml:"onPodConditions"`
			} `yaml:"rules"`
		} `yaml:"podFailurePolicy"`
		Template struct {
			Spec struct {
				RestartPolicy   string `yaml:"restartPolicy"`
				SecurityContext struct {
					RunAsNonRoot        bool              `yaml:"runAsNonRoot"`
					RunAsUser           int               `yaml:"runAsUser"`
					RunAsGroup          int               `yaml:"runAsGroup"`
					FSGroup             int               `yaml:"fsGroup"`
					FSGroupChangePolicy string            `yaml:"fsGroupChangePolicy"`
					SeccompProfile      map[string]string `yaml:"seccompProfile"`
				} `yaml:"securityContext"`
				Containers []struct {
					Name            string   `yaml:"name"`
					Image           string   `yaml:"image"`
					Command         []string `yaml:"command"`
					Args            []string `yaml:"args"`
					SecurityContext struct {
						AllowPrivilegeEscalation *bool               `yaml:"allowPrivilegeEscalation"`
						ReadOnlyRootFilesystem   bool                `yaml:"readOnlyRootFilesystem"`
						Capabilities             map[string][]string `yaml:"capabilities"`
					} `yaml:"securityContext"`
					Resources struct {
						Requests map[string]string `yaml:"requests"`
						Limits   map[string]string `yaml:"limits"`
					} `yaml:"resources"`
					VolumeMounts []struct {
						Name      string `yaml:"name"`
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				} `yaml:"containers"`
				Volumes []struct {
					Name                  string `yaml:"name"`
					PersistentVolumeClaim struct {
						ClaimName string `yaml:"claimName"`
					} `yaml:"persistentVolumeClaim"`
					EmptyDir *struct{} `yaml:"emptyDir"`
				} `yaml:"volumes"`
			} `yaml:"spec"`
		} `yaml:"template"`
	} `yaml:"spec"`
}

// described is what infer --describe says, as far as the files of deploy hang on it.
type described struct {
	Inputs, Settings, Options []struct{ Flag string }
	Codes                     []struct {
		Code  int
		Retry bool
	} `json:"exit_codes"`
}

// describedInfer runs infer --describe.
func describedInfer(t *testing.T) (d described) {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the programs")
	}
	text, err := exec.Command(programs(t)+"/infer", "--describe", "--config", "none").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &d); err != nil || len(d.Codes) != 5 || len(d.Settings) < 10 {
		t.Fatalf("%+v, %v", d, err)
	}
	return d
}

// flagged refuses flags that infer has not, and a command without what it must be given.
func (d described) flagged(t *testing.T, where string, command []string) {
	t.Helper()
	for _, word := range command {
		has := func(f struct{ Flag string }) bool { return f.Flag == word }
		if strings.HasPrefix(word, "--") && !slices.ContainsFunc(slices.Concat(d.Inputs, d.Settings, d.Options), has) {
			t.Errorf("%s: infer has no %s", where, word)
		}
	}
	for _, must := range []string{"--documents", "--out"} {
		if !slices.Contains(command, must) {
			t.Errorf("%s: no %s in %v", where, must, command)
		}
	}
}

// retried are the exit codes of a stage that are worth a retry, or that are not and no success.
func (d described) retried(retry bool) (codes []int) {
	for _, c := range d.Codes {
		if c.Code != stages.ExitDone && c.Retry == retry {
			codes = append(codes, c.Code)
		}
	}
	return codes
}

func deployFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("deploy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestDeploy holds the files for schedulers against what infer says of itself: flags that it has, and the exit codes that
// are worth a retry and that are not.
func TestDeploy(t *testing.T) {
	d := describedInfer(t)
	never := d.retried(false)

	var job kubernetesJob
	if err := yaml.UnmarshalWithOptions([]byte(deployFile(t, "kubernetes.yaml")), &job, yaml.Strict()); err != nil {
		t.Fatal(err)
	}
	spec := job.Spec
	container, first := spec.Template.Spec.Containers[0], spec.PodFailurePolicy.Rules[0]
	d.flagged(t, "kubernetes", container.Args)
	if job.APIVersion != "batch/v1" || job.Kind != "Job" || container.VolumeMounts[0].Name != spec.Template.Spec.Volumes[0].Name {
		t.Errorf("kubernetes: %+v", job)
	}
	if last := spec.PodFailurePolicy.Rules[1]; last.Action != "Ignore" || last.OnPodConditions[0].Type != "DisruptionTarget" {
		t.Errorf("kubernetes: %+v, want a drained node to be ignored", last)
	}
	if at := slices.Index(container.Args, "--shards"); at < 0 || container.Args[at+1] != strconv.Itoa(spec.Completions) {
		t.Errorf("kubernetes: %d completions, %v", spec.Completions, container.Args)
	}
	if first.Action != "FailIndex" || first.OnExitCodes.Operator != "In" || !slices.Equal(first.OnExitCodes.Values, never) || first.OnExitCodes.ContainerName != container.Name {
		t.Errorf("kubernetes: %+v, want FailIndex for %v", first, never)
	}
	// Kubernetes refuses a policy with pods that restart, and an index without its own limit is no index's.
	if spec.CompletionMode != "Indexed" || spec.Template.Spec.RestartPolicy != "Never" || spec.BackoffLimitPerIndex < 1 || container.Command[0] != "/infer" {
		t.Errorf("kubernetes: %+v", spec)
	}

	may, inside := spec.Template.Spec.SecurityContext, container.SecurityContext
	if !may.RunAsNonRoot || may.RunAsUser != imageUser || may.RunAsGroup != imageUser || may.FSGroup != imageUser || may.SeccompProfile["type"] != "RuntimeDefault" ||
		inside.AllowPrivilegeEscalation == nil || *inside.AllowPrivilegeEscalation || !inside.ReadOnlyRootFilesystem || !slices.Equal(inside.Capabilities["drop"], []string{"ALL"}) {
		t.Errorf("kubernetes: %+v, %+v", may, inside)
	}
	// Nothing else of a read-only root may be written.
	if mount, volume := container.VolumeMounts[1], spec.Template.Spec.Volumes[1]; mount.MountPath != "/tmp" || mount.Name != volume.Name || volume.EmptyDir == nil {
		t.Errorf("kubernetes: no /tmp to write: %+v, %+v", mount, volume)
	}

	var batch struct {
		Container struct {
			Command []string
			User    string
		} `json:"containerProperties"`
		Values map[string]string `json:"parameters"`
		Retry  struct {
			Attempts int
			Rules    []struct{ OnExitCode, OnReason, Action string } `json:"evaluateOnExit"`
		} `json:"retryStrategy"`
	}
	if err := json.Unmarshal([]byte(deployFile(t, "aws-batch.json")), &batch); err != nil {
		t.Fatal(err)
	}
	d.flagged(t, "aws batch", batch.Container.Command)
	if batch.Container.User != fmt.Sprintf("%d:%d", imageUser, imageUser) {
		t.Errorf("aws batch: user %q", batch.Container.User)
	}
	for _, word := range batch.Container.Command {
		if name, ok := strings.CutPrefix(word, "Ref::"); ok && batch.Values[name] == "" {
			t.Errorf("aws batch: no parameter %s", name)
		}
	}
	action := func(code int) string { // of the first rule that an exit code meets
		for _, r := range batch.Retry.Rules {
			if r.OnExitCode == strconv.Itoa(code) || r.OnReason == "*" {
				return r.Action
			}
		}
		return "RETRY" // as AWS has it where nothing matches
	}
	for _, c := range d.Codes {
		if want := map[bool]string{true: "RETRY", false: "EXIT"}[c.Retry]; c.Code != stages.ExitDone && action(c.Code) != want {
			t.Errorf("aws batch: exit code %d: %s, want %s", c.Code, action(c.Code), want)
		}
	}
	if n := len(batch.Retry.Rules); batch.Retry.Attempts < 2 || batch.Retry.Attempts > 10 || n > 5 { // as many as AWS takes
		t.Errorf("aws batch: %d attempts, %d rules", batch.Retry.Attempts, n)
	}

	script := deployFile(t, "slurm.sh")
	command := regexp.MustCompile(`(?m)^infer .*$`).FindString(script)
	d.flagged(t, "slurm", strings.Fields(command))
	if !strings.Contains(script, "\n0 | 64 | 65) exit $code ;;\n") || !slices.Equal(never, []int{64, 65}) {
		t.Errorf("slurm: want %v not to be tried again", never)
	}
}

// TestSlurm runs the script with an infer that ends with each exit code: what is put into the queue again, and as what the
// task ends. Flags behind the folder are those of infer.
func TestSlurm(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"infer": "#!/bin/sh\ncase \"$*\" in '--documents in --out out '*' --choose top=5') exit $ENDS ;; esac\nexit 99\n", "scontrol": "#!/bin/sh\necho \"$@\"\n"} {
		if err := os.WriteFile(dir+"/"+name, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
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
	number := func(cell string) float64 {
		t.Helper()
		x, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(cell), ",", ""), 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	rows := 0
	for line := range strings.Lines(deployFile(t, "README.md")) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 7 || !strings.Contains(cells[0], "000,000") {
			continue
		}
		rows++
		hours := number(cells[0]) / number(cells[2]) / 3600
		for i, cores := range []float64{1, 2, 16, 128} {
			if shown, want := number(cells[3+i]), hours/cores; math.Abs(shown-want) > 0.02*want {
				t.Errorf("%s:%s hours on %g cores, want %.3g", strings.TrimSpace(line), cells[3+i], cores, want)
			}
		}
	}
	if rows != 6 {
		t.Errorf("%d rows", rows)
	}
}
