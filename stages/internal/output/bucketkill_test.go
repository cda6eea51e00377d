package output

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
	"github.com/wrone2set/wrone2set/stages/stagetest/s3server"
)

// TestBucketKilled: after a kill before or behind any request, as the server sees it, no manifest lists what is not there, and
// the same command again makes the output whole; over what is not there yet, and over an output of another key.
func TestBucketKilled(t *testing.T) {
	server := s3server.Start(t, "outputs")
	plain := server.Store(t.Context())
	defer plain.Close()
	inBucket(t, func(t *testing.T, way int) {
		for _, over := range []bool{false, true} {
			for _, behind := range []bool{false, true} {
				kills := 0
				for ; ; kills++ {
					dir := fmt.Sprintf("s3://outputs/%s-%v-%v-%d", ways[way].name, over, behind, kills)
					t.Setenv("TMPDIR", t.TempDir())
					if over {
						if err := made(t.Context(), way, stored(plain, dir, 2), "two"); err != nil {
							t.Fatal(err)
						}
					}
					alive := cutOff(t, server, kills, behind, func(ctx context.Context, at *store.Store) error {
						o := stored(at, dir, 1)
						o.Force = over
						return made(ctx, way, o, "one")
					})
					believed(t, plain, way, dir, kills)
					again := stored(plain, dir, 1)
					again.Force = over && !alive
					if err := made(t.Context(), way, again, "one"); err != nil {
						t.Errorf("killed at request %d: %v", kills, err)
					}
					holds(t, plain, way, dir, "one")
					swept(t)
					if alive {
						break
					}
					if testing.Short() {
						kills += 4
					}
				}
				t.Log(kills, "requests")
				if kills < 10 {
					t.Errorf("killed at %d requests only", kills)
				}
			}
		}
	})
}

// cutOff runs something that loses its server for good at a request, before or behind what that does, and reports whether
// it ended before.
func cutOff(t *testing.T, server *s3server.Server, last int, behind bool, run func(ctx context.Context, at *store.Store) error) (alive bool) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	proxy := server.Proxy(t, func(n int, w http.ResponseWriter, r *http.Request) bool {
		if n < last {
			return false
		}
		defer cancel()
		if behind && n == last {
			server.Forward(r)
		}
		panic(http.ErrAbortHandler)
	})
	at := proxy.Store(ctx)
	defer at.Close()
	return run(ctx, at) == nil
}

// believed fails when a manifest lists what is not there.
func believed(t *testing.T, at *store.Store, way int, dir string, kills int) {
	t.Helper()
	entries, err := at.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !IsManifest(e.Name()) {
			continue
		}
		m, err := manifest.Read(at, store.Join(dir, e.Name()))
		if err != nil {
			t.Error(err)
			continue
		}
		if damage, err := m.Damage(at, dir, true, at.Stat); err != nil || len(damage) > 0 {
			t.Errorf("killed at request %d: %s lists %v, %v", kills, filepath.Base(e.Name()), damage, err)
		}
		if mark, err := manifest.ReadMark(at, dir); err != nil || mark.Key != m.Key && mark.Key != "" { // of nobody, while what another one made is cleared
			t.Errorf("killed at request %d: a manifest of %s under a mark of %v, %v", kills, m.Key, mark, err)
		}
	}
}
