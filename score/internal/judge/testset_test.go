package judge

import "testing"

func TestTestSetNames(t *testing.T) {
	for file, want := range map[string]string{
		"run/data/test.kp20k-00001-of-00004.parquet": "kp20k", "test.nus-5-00000-of-00001.parquet": "nus-5",
		"valid-00000-of-00001.parquet": "valid", "data/test_src.txt": "test", "inspec_src.txt.gz": "inspec", "_src.txt": "_src",
	} {
		if got := nameOf(file); got != want {
			t.Errorf("%s is named %q, want %q", file, got, want)
		}
	}
}
