package output

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// killEnv tells the test binary to be a process that makes an output and is killed: strategy, folder, seed, force and
// the number of steps that it lives for.
const killEnv = "WRONE2SET_FOLDER_KILLED"

func TestMain(m *testing.M) {
	if call := os.Getenv(killEnv); call != "" {
		killed(call)
	}
	os.Exit(m.Run())
}

// killed makes the output of a call and dies at a step as by kill -9.
func killed(call string) {
	var way, seed, steps int
	var force bool
	var dir string
	if _, err := fmt.Sscanf(call, "%d %d %t %d %q", &way, &seed, &force, &steps, &dir); err != nil {
		panic(err)
	}
	o := output(dir, seed)
	o.Force = force
	o.reached = func(step string) {
		if steps--; steps == 0 {
			fmt.Print(step)
			self, _ := os.FindProcess(os.Getpid())
			self.Kill()
			select {}
		}
	}
	if err := made(context.Background(), way, o, fmt.Sprint("seed ", seed)); err != nil {
		fmt.Print(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// kill runs made in a process that dies after so many steps and returns the last of them, "" when it came to the end.
func kill(t *testing.T, way, seed int, force bool, steps int, dir string) string {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d %t %d %q", killEnv, way, seed, force, steps, dir))
	out, err := cmd.Output()
	if err == nil {
		return ""
	}
	if cmd.ProcessState.Exited() {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// honest fails when something in the folder says that it is finished and is not, but for the files in damaged, or when it
// does not say whose it is.
func honest(t *testing.T, way int, step, dir, damaged string) {
	t.Helper()
	paths, _ := partManifests(nil, dir)
	for _, path := range append(paths, filepath.Join(dir, manifest.Name)) {
		m, err := manifest.Read(nil, path)
		if err != nil {
			continue
		}
		damage, err := m.Damage(nil, dir, true, os.Lstat)
		if err != nil {
			t.Error(err)
		}
		for name, what := range damage {
			if !strings.HasPrefix(name, damaged) || what == "is gone" { // it was changed, not removed
				t.Errorf("killed after %q: %s lists %s, which %s", step, filepath.Base(path), name, what)
			}
		}
	}
	if m, err := manifest.Read(nil, filepath.Join(dir, manifest.Name)); err == nil && m.Parts > 1 {
		for _, part := range ways[way].parts {
			if path, _ := findPart(nil, dir, part); path == "" {
				t.Errorf("killed after %q: the folder is finished and part %v is not", step, part)
			}
		}
	}
	names, _ := visible(nil, dir)
	if _, err := manifest.ReadMark(nil, dir); err != nil && len(names) > 0 {
		t.Errorf("killed after %q: %v, and no mark: %v", step, names, err)
	}
}

// A process is killed after each step, from the first to the last, on the way to a new output, to one of another key
// over a finished one, and to one of which a file was damaged. Nothing half done is taken for finished, no old output is
// lost before the new one is there, and the same command again makes it whole and sweeps what is left.
func TestKilled(t *testing.T) {
	type start struct {
		name    string
		prepare func(t *testing.T, way int, dir string)
		force   bool
		damaged string
		atLeast int // steps
	}
	old := func(t *testing.T, way, seed int, dir string) {
		text := "seed 0"
		if ways[way].name == "part" && seed == 1 {
			text = "seed 1" // what is not damaged is not made again
		}
		if err := made(t.Context(), way, output(dir, seed), text); err != nil {
			t.Fatal(err)
		}
	}
	starts := []start{
		{"new", func(*testing.T, int, string) {}, false, "-", 6},
		{"another key", func(t *testing.T, way int, dir string) { old(t, way, 2, dir) }, true, "-", 7},
		{"same key", func(t *testing.T, way int, dir string) { old(t, way, 1, dir) }, true, "-", 7},
		{"damaged", func(t *testing.T, way int, dir string) {
			old(t, way, 1, dir)
			file, _ := filepath.Glob(filepath.Join(dir, "b-00000*"))
			if err := os.WriteFile(file[0], []byte("seed X"), 0o666); err != nil {
				t.Fatal(err)
			}
		}, false, "b-00000", 7},
	}
	for _, s := range starts {
		if testing.Short() && s.name != "another key" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			each(t, func(t *testing.T, way int, dir string) {
				var reached []string
				for steps := 1; ; steps++ {
					dir := filepath.Join(filepath.Dir(dir), fmt.Sprint(steps), "out")
					if err := os.Mkdir(filepath.Dir(dir), 0o777); err != nil {
						t.Fatal(err)
					}
					s.prepare(t, way, dir)
					before := tree(t, filepath.Dir(dir))
					step := kill(t, way, 1, s.force, steps, dir)
					honest(t, way, step, dir, s.damaged)
					if step == "" {
						want(t, way, dir, "seed 1")
						break
					}
					reached = append(reached, step)
					if s.name == "another key" && ways[way].name == "whole" {
						notLost(t, step, dir)
					}
					mark, err := manifest.ReadMark(nil, dir)
					if err == nil && mark.Key == "key 2" && ways[way].name != "whole" && tree(t, filepath.Dir(dir)) != before {
						t.Errorf("killed after %q: half of the old output under the mark of the whole of it", step)
					}
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a lock that is not free would be waited for
					o := output(dir, 1)
					o.Force = s.force
					if err := made(ctx, way, o, "seed 1"); err != nil {
						t.Errorf("after %q: %v", step, err)
					}
					cancel()
					want(t, way, dir, "seed 1")
				}
				t.Log(strings.Join(reached, ", "))
				if len(reached) < s.atLeast {
					t.Errorf("killed at %d steps only", len(reached))
				}
			})
		})
	}
}

// notLost fails when neither the old output nor the new one is found by the next attempt.
func notLost(t *testing.T, step, dir string) {
	t.Helper()
	for _, seed := range []int{1, 2} {
		o := output(dir, seed)
		found := false
		o.Accept = func(*manifest.Manifest, string) error { found = true; return nil }
		a := Whole(o)
		a.strategy.find(t.Context())
		a.Close()
		if found {
			return
		}
	}
	t.Errorf("killed after %q: the old output is lost", step)
}
