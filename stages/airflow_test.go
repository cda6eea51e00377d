package stages

import (
	"os/exec"
	"testing"
)

// TestAirflow: what the DAGs give the programs, and which addresses they link to; stages/airflow/test.sh runs them in Airflow.
func TestAirflow(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	if out, err := exec.Command(python, "-B", "airflow_test.py").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
