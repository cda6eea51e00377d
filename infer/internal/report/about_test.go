package report

import (
	"strings"
	"testing"

	"github.com/wrone2set/wrone2set/infer/internal/labelled"
	"github.com/wrone2set/wrone2set/stages"
)

// TestFolderOptions: documents are labelled again with the settings that the manifest records, and those that differ are named.
func TestFolderOptions(t *testing.T) {
	f := &labelled.Folder{Made: &stages.Manifest{Config: []byte(`{"choose":"top=2","precision":"int8","distinct":true,"limit":7}`)}}
	o, changed, err := options(f)
	if err != nil || o.Choose != "top=2" || o.Precision != "int8" || !o.Distinct || o.Window != 1024 {
		t.Errorf("%+v, %v", o, err)
	}
	if got := strings.Join(changed, ", "); got != "distinct true, precision int8, limit 7" {
		t.Error(got)
	}
}
