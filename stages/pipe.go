package stages

import (
	"io/fs"
	"os"

	"wrone2set/stages/internal/fault"
)

// pipes refuses what a pipe cannot do, which is to be read twice: for two inputs, or for the count of rows that shards
// are cut by.
func (j *job) pipes() error {
	var seen []fs.FileInfo
	for _, in := range j.ports {
		for _, src := range j.inputs[in.Name] {
			if !src.Pipe {
				continue
			}
			if j.shard.Split() {
				return fault.Usagef("--%s %s: a pipe is read once, and %s reads its input twice; write it into a file first", in.Name, src.Spec, j.shardFrom)
			}
			st, err := statPipe(src.Spec)
			if err != nil {
				return fault.Unreadable(src.Spec, err)
			}
			for _, other := range seen {
				if os.SameFile(st, other) {
					return fault.Usagef("--%s %s: is given twice, and can be read once", in.Name, src.Spec)
				}
			}
			seen = append(seen, st)
		}
	}
	return nil
}

func statPipe(spec string) (fs.FileInfo, error) {
	if spec == "-" {
		return os.Stdin.Stat()
	}
	return os.Stat(spec)
}
