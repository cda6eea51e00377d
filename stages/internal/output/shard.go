package output

import (
	"fmt"

	"github.com/wrone2set/wrone2set/stages/internal/manifest"
	"github.com/wrone2set/wrone2set/stages/internal/store"
)

// Shard is one part of an output. The zero value and {0, 1} mean the whole output.
type Shard struct{ Index, Of int }

// Split reports whether there is more than one shard.
func (s Shard) Split() bool { return s.Of > 1 }

// String returns the shard's number in file names: 00002-of-00005.
func (s Shard) String() string { return fmt.Sprintf("%05d-of-%05d", s.Index, max(s.Of, 1)) }

// Vouchers lists the files of a folder that record what the whole of it is made from: the mark and the manifest.
func Vouchers(dir string) []string {
	return []string{store.Join(dir, manifest.MarkName), store.Join(dir, manifest.Name)}
}

// shardRecords returns the manifests of the shards in a folder, by the shard's number as in file names.
func shardRecords(at *store.Store, dir string) (map[string]string, error) {
	paths, err := shardManifests(at, dir)
	records := make(map[string]string, len(paths))
	for _, p := range paths {
		records[shardRecord.FindStringSubmatch(store.Base(p))[1]] = p
	}
	return records, err
}

// shardManifests lists the manifests of the shards in a folder.
func shardManifests(at *store.Store, dir string) (paths []string, err error) {
	names, err := visible(at, dir)
	for _, n := range names {
		if shardRecord.MatchString(n) {
			paths = append(paths, store.Join(dir, n))
		}
	}
	return paths, err
}

// shardManifest returns the path of one shard's manifest, "" if there is none.
func shardManifest(at *store.Store, dir string, s Shard) (path string, err error) {
	records, err := shardRecords(at, dir)
	return records[s.String()], err
}

// missingShards lists the shards of a marked folder that have no manifest.
func missingShards(at *store.Store, dir string, mark *manifest.Mark) (missing []int, err error) {
	records, err := shardRecords(at, dir)
	if err != nil {
		return nil, err
	}
	for i := range mark.Shards {
		if records[Shard{i, mark.Shards}.String()] == "" {
			missing = append(missing, i)
		}
	}
	return missing, nil
}
