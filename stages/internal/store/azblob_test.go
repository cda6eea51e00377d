//go:build azblob

package store_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"wrone2set/stages/internal/fault"
)

// Who asks with a key that is not the account's is told so, and no attempt is made again.
func TestAzureRefuses(t *testing.T) {
	var code string
	var asked atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("x-ms-error-code", code)
		w.WriteHeader(http.StatusForbidden)
	}))
	defer server.Close()
	for name, value := range map[string]string{"ACCOUNT": "account", "KEY": "a2V5", "IS_LOCAL_EMULATOR": "true", "PROTOCOL": "http",
		"DOMAIN": strings.TrimPrefix(server.URL, "http://")} {
		t.Setenv("AZURE_STORAGE_"+name, value)
	}
	for _, code = range []string{"AuthenticationFailed", "InvalidAuthenticationInfo", "NoAuthenticationInformation", "AuthorizationFailure", "AuthorizationPermissionMismatch"} {
		asked.Store(0)
		_, err := open(t).Stat("azblob://corpus/a")
		var usage *fault.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), code) || asked.Load() > 2 { // the object, and why by a listing
			t.Errorf("%s: %v after %d requests", code, err, asked.Load())
		}
	}
}
