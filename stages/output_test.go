package stages

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
)

// bench is a folder with an input, in which a stage is run again and again.
type bench struct {
	t   *testing.T
	s   Stage[copyConfig]
	in  string
	out string
}

func newBench(t *testing.T, layout Layout) *bench {
	t.Chdir(t.TempDir())
	return &bench{t, copyStage(layout), write(t, "in.txt", "one\ntwo\nthree\n"), "out"}
}

func (b *bench) run(args ...string) (int, string) {
	b.t.Helper()
	code, _, stderr := run(b.t, b.s, append([]string{"--lines", b.in, "--out", b.out}, args...)...)
	return code, stderr
}

// want runs and fails unless the exit code and a part of stderr are as wanted.
func (b *bench) want(code int, part string, args ...string) {
	b.t.Helper()
	got, stderr := b.run(args...)
	if got != code || !strings.Contains(stderr, part) {
		b.t.Errorf("%v: exit code %d, want %d with %q:\n%s", args, got, code, part, stderr)
	}
}

func (b *bench) made(args ...string)  { b.t.Helper(); b.want(0, "msg=done", args...) }
func (b *bench) found(args ...string) { b.t.Helper(); b.want(0, "nothing to do", args...) }

func (b *bench) file() string { return filepath.Join(b.out, "lines-00000-of-00001.txt") }

// save writes a manifest or a mark.
func save(t *testing.T, name string, of interface{ Encode() ([]byte, error) }) {
	t.Helper()
	data, err := of.Encode()
	if err != nil {
		t.Fatal(err)
	}
	write(t, name, string(data))
}

// lone fails when anything but the named entries lies in the working folder.
func (b *bench) lone(names ...string) {
	b.t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, e := range entries {
		ok := false
		for _, n := range names {
			ok = ok || n == e.Name()
		}
		if !ok {
			b.t.Errorf("left: %s", e.Name())
		}
	}
}

func TestManifest(t *testing.T) {
	b := newBench(t, Whole)
	b.made("--seed", "42", "--more", "x="+write(t, "more.txt", "four\n"))
	m, err := manifest.Read(nil, "out/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	if m.Stage != "copy" || m.Version != "1" || len(m.Key) != 64 || string(m.Seed) != "42" || m.Read != 4 || m.Rejects != 0 {
		t.Errorf("%+v", m)
	}
	config := map[string]any{}
	if err := json.Unmarshal(m.Config, &config); err != nil || config["window"] != 3.0 || config["seed"] != 42.0 {
		t.Errorf("config %s, %v", m.Config, err)
	}
	if len(m.Inputs) != 2 || m.Inputs[1].Port != "more" || m.Inputs[1].Name != "x" || m.Inputs[1].Files[0].Path != "more.txt" {
		t.Errorf("inputs %+v", m.Inputs)
	}
	o := m.Outputs[0]
	sum, _ := manifest.Sum(nil, b.file())
	st, _ := os.Stat(b.file())
	if o.SHA256 != sum || o.Size != st.Size() || !o.Mtime.Equal(st.ModTime()) || o.Rows == nil || *o.Rows != 4 {
		t.Errorf("output %+v", o)
	}
	if m.Info.Go == "" || m.Info.Threads < 1 || m.Info.PeakMemory < 1<<20 || m.Info.Seconds <= 0 {
		t.Errorf("info %+v", m.Info)
	}
}

func TestNothingToDo(t *testing.T) {
	for _, layout := range []Layout{Whole, Parted, InPlace} {
		t.Run(layout.String(), func(t *testing.T) {
			b := newBench(t, layout)
			b.made()
			long := time.Now().Add(-time.Hour)
			if err := os.Chtimes("out/manifest.json", long, long); err != nil {
				t.Fatal(err)
			}
			b.found()
			if st, _ := os.Stat("out/manifest.json"); time.Since(st.ModTime()) > time.Minute {
				t.Error("the manifest was not touched")
			}
			b.found("--threads", "1")
			b.found("--window", "9") // a free setting
			b.found("--verify")
			if err := os.Chtimes(b.in, long, long); err != nil { // another mtime, the same content
				t.Fatal(err)
			}
			b.found()
			if err := os.Chtimes(b.file(), long, long); err != nil {
				t.Fatal(err)
			}
			b.found()
			os.Rename("in.txt", "moved.txt")
			os.MkdirAll("there", 0o777)
			os.Rename("moved.txt", "there/in.txt") // another folder, the same name
			b.in = "there/in.txt"
			b.found()
			b.made("--force")
			b.lone("out", "there")
		})
	}
}

// TestMadeAgain: another key is refused until --force; what is missing or damaged is made again.
func TestMadeAgain(t *testing.T) {
	b := newBench(t, Whole)
	b.made()
	b.want(ExitUsage, "seed 1 then, 2 now", "--seed", "2")
	b.found()
	b.made("--seed", "2", "--force")
	write(t, b.in, "one\nTWO\nthree\n")
	b.want(ExitUsage, "start over with --force")
	b.made("--force")
	if got := read(t, b.file()); got != "one\nTWO\nthree\n" {
		t.Errorf("output %q", got)
	}
	b.s.Version = "2"
	b.made("--force")
	os.Remove("out/manifest.json")
	b.made()
	write(t, "out/manifest.json", "{\"stage\":")
	b.made()
	os.Remove(b.file())
	b.want(0, "is gone")
	write(t, b.file(), "one\n")
	b.want(0, "has 4 bytes instead of 14")
	write(t, b.file(), "one\ntwo\nThree\n")
	b.want(0, "has changed since")
	st, _ := os.Stat(b.file())
	write(t, b.file(), "one\nTWO\nThree\n") // same size and, below, same time
	os.Chtimes(b.file(), st.ModTime(), st.ModTime())
	b.found()
	b.want(0, "has changed since", "--verify")
	b.lone("in.txt", "out")
}

// What the stage cannot have made is never replaced, --force or not.
func TestForeignFolder(t *testing.T) {
	for _, layout := range []Layout{Whole, Parted, InPlace} {
		t.Run(layout.String(), func(t *testing.T) {
			b := newBench(t, layout)
			write(t, "out/notes.md", "mine")
			b.want(ExitUsage, "holds notes.md, which copy did not write", "--force")
			b.out = "."
			b.want(ExitUsage, "lies in the output folder")
			b.out = "other"
			b.made()
			write(t, "other/sub/run/x", "mine")
			b.want(ExitUsage, "holds sub", "--seed", "2", "--force")
			b.found()
			os.Rename("other", "theirs")
			b.out, b.s.Name = "theirs", "another"
			b.want(ExitUsage, "holds the output of stage copy", "--force")
			b.s.Name = "copy"
			b.out = "third"
			if err := os.MkdirAll("third", 0o777); err != nil { // an empty folder is nobody's
				t.Fatal(err)
			}
			b.made()
			if got := read(t, "out/notes.md"); got != "mine" {
				t.Error("notes.md was touched")
			}
		})
	}
}

func TestInputInOutput(t *testing.T) {
	b := newBench(t, Whole)
	b.made()
	b.in = b.file()
	b.want(ExitUsage, "lies in the output folder")
}

func TestLinkedOutput(t *testing.T) {
	b := newBench(t, Whole)
	os.MkdirAll("disk/real", 0o777)
	if err := os.Symlink("disk/real", "link"); err != nil {
		t.Skip(err)
	}
	b.out = "link"
	b.made()
	if st, err := os.Lstat("link"); err != nil || st.Mode()&os.ModeSymlink == 0 {
		t.Error("the link was replaced")
	}
	if _, err := os.Stat("disk/real/manifest.json"); err != nil {
		t.Error(err)
	}
	b.made("--force")
	b.found()
}

// TestShards: each shard makes its parts, whoever finishes the last one writes the manifest of the folder, and what is
// damaged is made again.
func TestShards(t *testing.T) {
	b := newBench(t, Parted)
	b.s.Run = inParts(3, copyLines)
	b.made("--shard", "1/3")
	b.want(0, "of_this_process=1 done=1", "--shard", "1/3")
	if _, err := os.Stat("out/lines-00001-of-00003.manifest.json"); err != nil {
		t.Error(err)
	}
	b.want(ExitUsage, "seed 1 then, 2 now", "--shard", "0/3", "--seed", "2")
	b.made("--shard", "0/3")
	if _, err := os.Stat("out/manifest.json"); err == nil {
		t.Error("two of three parts and a manifest")
	}
	b.want(0, "of_this_process=3 done=2")
	m, err := manifest.Read(nil, "out/manifest.json")
	if err != nil || m.Parts != 3 || len(m.Outputs) != 3 || m.Read != 3 {
		t.Fatalf("%+v, %v", m, err)
	}
	b.found()
	b.found("--shard", "2/3")
	for i, want := range []string{"one\n", "two\n", "three\n"} {
		if got := read(t, filepath.Join("out", "lines-"+Part{Index: i, Of: 3}.String()+".txt")); got != want {
			t.Errorf("part %d: %q", i, got)
		}
	}
	write(t, "out/lines-00001-of-00003.txt", "tvo\n")
	b.want(0, "has changed since", "--shard", "1/3")
	b.found()
	os.Remove("out/manifest.json") // killed between the last part and the manifest
	b.want(0, "done=1", "--shard", "0/3")
	b.found()
	b.want(0, "part=0 of=3", "--shard", "0/3", "--force")
	b.found()
	b.want(ExitUsage, "seed 1 then, 3 now", "--seed", "3")
	b.s.Run = inParts(2, copyLines)
	b.made("--seed", "3", "--force") // starts the folder over
	if _, err := os.Stat("out/lines-00001-of-00003.txt"); err == nil {
		t.Error("a part of another number is left")
	}
	b.found("--seed", "3")
	b.lone("in.txt", "out")
}

func TestPartRejects(t *testing.T) {
	b := newBench(t, Parted)
	b.s.Run = inParts(2, copyLines)
	write(t, b.in, "bad\n"+strings.Repeat("x\n", 11))
	for _, shard := range []string{"0/2", "1/2"} {
		b.made("--shard", shard, "--max-rejects", "50%")
	}
	if got := read(t, "out/rejects-00000-of-00002.jsonl"); got != "{\"file\":\"in.txt\",\"row\":1,\"reason\":\"is bad\"}\n" {
		t.Errorf("rejects %s", got)
	}
	if m, err := manifest.Read(nil, "out/manifest.json"); err != nil || m.Rejects != 1 || m.Read != 12 {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestInPlaceIsContinued(t *testing.T) {
	b := newBench(t, InPlace)
	write(t, b.in, "one\nstop\n")
	b.want(ExitFailed, "stopped at row 2")
	if _, err := os.Stat(b.file()); err == nil {
		t.Error("a file that was not closed is there")
	}
	write(t, "out/state/one", "x") // as an attempt leaves it
	b.want(ExitUsage, "seed 1 then, 2 now", "--seed", "2")
	b.want(ExitFailed, "resuming an earlier attempt")
	write(t, b.in, "one\ntwo\n")
	b.want(ExitUsage, "input lines has changed")
	if got := read(t, "out/state/one"); got != "x" {
		t.Error("a refusal changed something")
	}
	b.made("--force")
	if _, err := os.Stat("out/state/one"); err == nil {
		t.Error("--force went on from the state of another key")
	}
	b.found()
	write(t, "out/state/two", "x")
	b.found() // not in the manifest
	write(t, b.file(), "one\n")
	b.want(0, "is rebuilt")
	if m, err := manifest.Read(nil, "out/manifest.json"); err != nil || len(m.Outputs) != 1 {
		t.Errorf("%+v, %v", m, err)
	}
	if err := os.Remove("out/state/two"); err != nil {
		t.Fatal(err)
	}
	b.found() // what an attempt works with is no part of the finished output
}

// An attempt killed while --force cleared the folder: nothing of the half that is left is used.
func TestInPlaceHalfCleared(t *testing.T) {
	b := newBench(t, InPlace)
	b.made()
	save(t, "out/.stage.json", &manifest.Mark{Stage: "copy", Version: "1"})
	os.Remove("out/manifest.json")
	write(t, "out/state/old", "x")
	b.made()
	if _, err := os.Stat("out/state/old"); err == nil {
		t.Error("half of an old state is left")
	}
}

// What a dead process left in the output goes with the next attempt, also where nothing is to do.
func TestLeftovers(t *testing.T) {
	for _, layout := range []Layout{Whole, Parted, InPlace} {
		b := newBench(t, layout)
		save(t, "out/.stage.json", &manifest.Mark{Stage: "copy", Version: "1"})
		for _, end := range []func(...string){b.made, b.found} {
			dead := write(t, "out/.lines-00000-of-00001.txt.tmp-0123abcd", "dead")
			end()
			if _, err := os.Stat(dead); err == nil {
				t.Errorf("%s: left", layout)
			}
		}
	}
}
