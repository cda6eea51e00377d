package folder

import (
	"fmt"
	"path/filepath"

	"wrone2set/stages/internal/manifest"
)

// Shard is one part of an output. The zero value and {0, 1} are the whole of it.
type Shard struct{ Index, Of int }

// Split reports whether there is more than one shard.
func (s Shard) Split() bool { return s.Of > 1 }

// String is the number that stands for the shard in file names: 00002-of-00005.
func (s Shard) String() string { return fmt.Sprintf("%05d-of-%05d", s.Index, max(s.Of, 1)) }

// Manifests lists the manifests that a folder may have: those of single shards that are found there, and its own.
func Manifests(dir string) []string {
	paths, _ := shardManifests(dir)
	return append(paths, filepath.Join(dir, manifest.Name))
}

// shardManifests lists the manifests of single shards in a folder.
func shardManifests(dir string) (paths []string, err error) {
	names, err := visible(dir)
	for _, n := range names {
		if shardRecord.MatchString(n) {
			paths = append(paths, filepath.Join(dir, n))
		}
	}
	return paths, err
}

// shardManifest is the manifest of one shard, "" when there is none.
func shardManifest(dir string, s Shard) (path string, err error) {
	paths, err := shardManifests(dir)
	for _, p := range paths {
		if shardRecord.FindStringSubmatch(filepath.Base(p))[1] == s.String() {
			return p, nil
		}
	}
	return "", err
}

// missingShards lists the shards of a marked folder that have no manifest.
func missingShards(dir string, mark *manifest.Mark) (missing []int, err error) {
	for i := range mark.Shards {
		path, err := shardManifest(dir, Shard{i, mark.Shards})
		if err != nil {
			return nil, err
		}
		if path == "" {
			missing = append(missing, i)
		}
	}
	return missing, nil
}
