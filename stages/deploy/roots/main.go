// Program roots prints the certificates that Mozilla trusts, and Go where a system has none, as the file that an image has in
// /etc/ssl/certs. Those with a constraint, which such a file cannot express, are left out.
package main

import (
	"encoding/pem"
	"fmt"
	"os"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

func main() {
	for c := range bundle.Roots() {
		if c.Constraint != nil {
			continue
		}
		if err := pem.Encode(os.Stdout, &pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate}); err != nil {
			fmt.Fprintln(os.Stderr, "roots:", err)
			os.Exit(1)
		}
	}
}
