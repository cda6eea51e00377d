package output

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// roundsVariable in the environment says how many rounds TestBucketRace makes; roundVariable is the first one.
const (
	roundsVariable = "BUCKET_ROUNDS"
	roundVariable  = "BUCKET_ROUND"
)

// TestBucketRace: of five attempts at once at one folder, which begin when the same is there, at most one ends well if no two
// have the same settings, whatever request is late; what stands is whole then. Of attempts that begin one after the other, of
// which each may replace what an earlier one has finished, what stands is whole or says that it is not. Files of all settings
// have one size.
func TestBucketRace(t *testing.T) {
	rounds, first := 6, 1
	for name, value := range map[string]*int{roundsVariable: &rounds, roundVariable: &first} {
		if text := os.Getenv(name); text != "" {
			var err error
			if *value, err = strconv.Atoi(text); err != nil {
				t.Fatal(err)
			}
		}
	}
	server := s3server.Start(t, "outputs")
	plain := server.Store(t.Context())
	defer plain.Close()
	t.Setenv("TMPDIR", t.TempDir())
	ended := [6]int{}
	for round := first; round < first+rounds; round++ {
		r := &race{Rand: rand.New(rand.NewPCG(uint64(round), 0)), dir: fmt.Sprint("s3://outputs/", round), plain: plain}
		r.server = server.Proxy(t, r.late)
		ended[r.run(t)]++
		if t.Failed() {
			t.Fatalf("again: %s=%d %s=1 go test -run TestBucketRace ./stages/internal/output", roundVariable, round, roundsVariable)
		}
	}
	t.Logf("rounds by attempts that ended well: %v", ended)
	if ended[0] == rounds {
		t.Error("no attempt of any round ended well")
	}
}

// race is a round of TestBucketRace.
type race struct {
	mu sync.Mutex
	*rand.Rand
	dir    string
	plain  *store.Store
	server *s3server.Server
	slow   int // in how many requests one is late by much
}

// late lets requests wait, so that they overtake each other.
func (r *race) late(int, http.ResponseWriter, *http.Request) bool {
	r.mu.Lock()
	wait := time.Duration(r.IntN(6)) * time.Millisecond
	if r.slow > 0 && r.IntN(r.slow) == 0 {
		wait = time.Duration(r.IntN(150)) * time.Millisecond
	}
	r.mu.Unlock()
	time.Sleep(wait)
	return false
}

// run makes the attempts and returns how many ended well.
func (r *race) run(t *testing.T) (well int) {
	over, equal, force, together := r.IntN(3), r.IntN(4) == 0, r.IntN(4) == 0, r.IntN(3) > 0
	if over > 0 { // something is there, of the first settings or of none of them
		if err := made(t.Context(), 0, stored(r.plain, r.dir, 10), "ten"); err != nil {
			t.Fatal(err)
		}
	}
	r.slow = []int{0, 4, 10}[r.IntN(3)]
	var begun, ended sync.WaitGroup
	begun.Add(5)
	errs, pauses := [5]error{}, [5]time.Duration{}
	for i := range pauses {
		pauses[i] = time.Duration(1+r.IntN(400)) * time.Millisecond
	}
	if !together {
		begun = sync.WaitGroup{}
	}
	for i := range errs {
		seed := i
		if equal {
			seed = i % 2
		}
		ended.Go(func() {
			if !together {
				time.Sleep(pauses[i])
			}
			at := r.server.Store(t.Context())
			defer at.Close()
			o := stored(at, r.dir, seed)
			o.Force = force
			others := &begun
			if !together {
				others = new(sync.WaitGroup)
				others.Add(1)
			}
			errs[i] = filled(t.Context(), Whole(o), fmt.Sprint("text ", seed), others, pauses[i])
		})
	}
	ended.Wait()
	texts := map[string]bool{}
	for i, err := range errs {
		seed := i
		if equal {
			seed = i % 2
		}
		if err == nil {
			well++
			texts[fmt.Sprint("text ", seed)] = true
		} else if !strings.Contains(err.Error(), "another run took the folder over") {
			t.Errorf("attempt %d: %v", i, err)
		}
	}
	if len(texts) > 1 && together {
		t.Errorf("attempts with %d settings ended well: %v", len(texts), errs)
	}
	for text := range texts {
		if together {
			holds(t, r.plain, 0, r.dir, text)
		}
	}
	if err := Finished(r.plain, r.dir); err == nil {
		m, err := manifest.Read(r.plain, r.dir+"/"+manifest.Name)
		if err != nil {
			t.Fatal(err)
		}
		if damage, err := m.Damage(r.plain, r.dir, true, r.plain.Stat); err != nil || len(damage) > 0 {
			t.Errorf("the manifest of %s lists %v, %v", m.Key, damage, err)
		}
	}
	return well
}

// filled is one that waits for the others, and a while, before it fills and commits.
func filled(ctx context.Context, a *Attempt, text string, others *sync.WaitGroup, pause time.Duration) error {
	defer a.Close()
	done, err := a.Begin(ctx)
	others.Done()
	if done != nil || err != nil {
		return err
	}
	others.Wait()
	time.Sleep(pause)
	for _, name := range []string{"a-*.txt", "b-*.txt"} {
		f, err := a.Create(name)
		if err != nil {
			return err
		}
		fmt.Fprint(f, text)
		if err := f.Close(); err != nil {
			return err
		}
	}
	return a.Commit(ctx, &manifest.Manifest{Stage: "copy", Version: "1", Key: a.Mark.Key, Config: a.Mark.Config})
}

// overtaken makes an output; behind its step number i another one is made whole in the same folder. It returns what both came
// to, and whether there was such a step.
func overtaken(t *testing.T, way int, late, other Output, i int) (step string, lateErr, otherErr error) {
	late.Part, other.Part = ways[way].parts[0], ways[way].parts[0]
	n := 0
	late.reached = func(at string) {
		if n++; n == i+1 {
			step = at
			_, otherErr = one(t.Context(), ways[way].begin(other), "two")
		}
	}
	_, lateErr = one(t.Context(), ways[way].begin(late), "one")
	return step, lateErr, otherErr
}

// TestBucketOvertaken: a run whose folder another one takes, behind whatever step, changes nothing of what the other one
// makes, and fails; once it has looked at its mark for the last time, it has ended well.
func TestBucketOvertaken(t *testing.T) {
	inBucket(t, func(t *testing.T, way int) {
		for i := 0; ; i++ {
			at, dir := memory(t), fmt.Sprint("mem://b/", i)
			old, late, other := stored(at, dir, 3), stored(at, dir, 1), stored(at, dir, 2)
			old.Part, late.Force, other.Force = ways[way].parts[0], true, true
			if _, err := one(t.Context(), ways[way].begin(old), "old"); err != nil {
				t.Fatal(err)
			}
			step, lateErr, otherErr := overtaken(t, way, late, other, i)
			if step == "" {
				if i < 8 {
					t.Errorf("%d steps", i)
				}
				return
			}
			name := fmt.Sprintf("behind step %d, %s", i, step)
			if otherErr != nil || lateErr == nil {
				t.Errorf("%s: %v, and of who took it %v", name, lateErr, otherErr)
			}
			texts := 0
			for _, file := range []string{"a-", "b-"} {
				if data, err := at.ReadFile(dir + "/" + file + ways[way].parts[0].String() + ".txt"); err == nil && string(data) == "two" {
					texts++
				}
			}
			mark, err := manifest.ReadMark(at, dir)
			if err != nil || mark.Key != other.Mark.Key || texts != 2 {
				t.Errorf("%s: the mark of %s, %d files: %v", name, mark.Key, texts, err)
			}
			listed := 0
			late.walk(func(rel string, e fs.DirEntry) error {
				if IsManifest(rel) {
					m, err := manifest.Read(at, dir+"/"+rel)
					damage, err2 := m.Damage(at, dir, true, at.Stat)
					if err != nil || err2 != nil || m.Key == mark.Key && len(damage) > 0 {
						t.Errorf("%s: %s lists %v: %v, %v", name, rel, damage, err, err2)
					}
					if m.Key == mark.Key {
						listed++
					}
				}
				return nil
			})
			if listed == 0 {
				t.Errorf("%s: no manifest of who took it", name)
			}
		}
	})
}

// TestBucketJoined: of two runs with the same settings the one that is later keeps what the other one finished. If the other
// one's mark came between its look and its own, it fails, and finds the output when it runs again.
func TestBucketJoined(t *testing.T) {
	inBucket(t, func(t *testing.T, way int) {
		for i := 0; ; i++ {
			at, dir := memory(t), fmt.Sprint("mem://b/", i)
			late, other := stored(at, dir, 1), stored(at, dir, 1)
			var made time.Time
			record := func() (last time.Time) {
				late.walk(func(rel string, e fs.DirEntry) error {
					if info, err := e.Info(); err == nil && IsManifest(rel) && rel != manifest.Name {
						last = info.ModTime()
					} else if err == nil && way == 0 && rel == manifest.Name {
						last = info.ModTime()
					}
					return nil
				})
				return last
			}
			late.Part, other.Part = ways[way].parts[0], ways[way].parts[0]
			step, n := "", 0
			late.reached = func(at string) {
				if n++; n == i+1 {
					step = at
					if _, err := one(t.Context(), ways[way].begin(other), "one"); err != nil {
						t.Errorf("behind step %d, %s: %v", i, step, err)
					}
					made = record()
				}
			}
			_, err := one(t.Context(), ways[way].begin(late), "one")
			if step == "" {
				return
			}
			if err != nil && step == "manifest looked for" && way == 0 {
				_, err = one(t.Context(), ways[way].begin(other), "one")
			}
			if now := record(); err != nil || now.IsZero() || !now.Equal(made) {
				t.Errorf("behind step %d, %s: the manifest of %v is of %v: %v", i, step, made, now, err)
			}
		}
	})
}
