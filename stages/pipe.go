package stages

import (
	"io/fs"
	"os"

	"wrone2set/stages/internal/fault"
)

// pipes refuses to read a pipe twice: for two inputs, or to count the rows by which shards are cut.
func (j *job) pipes() error {
	var seen []fs.FileInfo
	for _, in := range j.ports {
		for _, src := range j.inputs[in.Name] {
			if !src.Pipe {
				continue
			}
			if j.shard.Split() {
				return fault.Usagef("--%s %s: a pipe can be read only once, but %s reads its input twice; write it into a file first", in.Name, src.Spec, j.shardFrom)
			}
			st, err := statPipe(src.Spec)
			if err != nil {
				return fault.Unreadable(src.Spec, err)
			}
			for _, other := range seen {
				if os.SameFile(st, other) {
					return fault.Usagef("--%s %s: is given twice but can be read only once", in.Name, src.Spec)
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
