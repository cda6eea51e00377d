package schemas_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/wrone2set/wrone2set/schemas"
	"github.com/wrone2set/wrone2set/stages/stagetest"
)

// TestTables pins name, version and columns of every table: who changes columns raises the version, and sees here what other
// programs see.
func TestTables(t *testing.T) {
	var b strings.Builder
	pin(&b, schemas.Documents)
	pin(&b, schemas.Vocab)
	pin(&b, schemas.FilteredRows)
	pin(&b, schemas.KnownPhrases)
	pin(&b, schemas.Neighbours)
	pin(&b, schemas.TrainLogs)
	pin(&b, schemas.Assignments)
	pin(&b, schemas.Predictions)
	pin(&b, schemas.Assigneds)
	pin(&b, schemas.Indexeds)
	pin(&b, schemas.Slots)
	pin(&b, schemas.Scores)
	pin(&b, schemas.Groups)
	const golden = "testdata/columns.txt"
	if stagetest.Update() {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || string(want) != b.String() {
		t.Errorf("%v, the tables are\n%s(go test -update accepts them)", err, &b)
	}
}

func pin[R any](b *strings.Builder, of schemas.Table[R]) {
	fmt.Fprintf(b, "%s, version %d, %s: %v\n\n", of.Name, of.Version, of.Stage, parquet.SchemaOf(*new(R)))
}
