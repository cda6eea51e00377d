package s3server

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"
	"testing"
)

// Proxy is a proxy between a program and the server.
type Proxy struct {
	URL string

	mu    sync.Mutex
	asked []string
	fault Fault
}

// Fault sees every request, numbered from 0, before the proxy passes it on. It returns true if it has answered the
// request itself.
type Fault func(n int, w http.ResponseWriter, r *http.Request) (answered bool)

// Proxy starts a proxy and points the variables of the environment to it.
func (s *Server) Proxy(t testing.TB, fault Fault) *Proxy {
	t.Helper()
	server, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{fault: fault}
	// Keep the proxy's host, because the signature covers it.
	forward := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = server.Scheme, server.Host, r.In.Host
	}, Transport: &http.Transport{DisableCompression: true}}
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		n := len(p.asked)
		p.asked = append(p.asked, r.Method+" "+r.URL.Path)
		p.mu.Unlock()
		if p.fault == nil || !p.fault(n, w, r) {
			forward.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(listening.Close)
	p.URL = listening.URL
	Environment(t, p.URL)
	return p
}

// Asked lists the requests so far, such as GET /bucket/key.
func (p *Proxy) Asked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string(nil), p.asked...)
}

// Away answers 503, as S3 does when it is overloaded.
func Away(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(http.StatusServiceUnavailable)
	w.Write([]byte(`<?xml version="1.0"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>`))
}

// Cut passes a request on and breaks the connection after a number of bytes of the answer.
func (s *Server) Cut(w http.ResponseWriter, r *http.Request, after int) {
	out, err := http.NewRequest(r.Method, s.URL+r.URL.RequestURI(), nil)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	out.Header, out.Host = r.Header.Clone(), r.Host
	answer, err := http.DefaultTransport.RoundTrip(out)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	defer answer.Body.Close()
	for name, values := range answer.Header {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.StatusCode)
	part := make([]byte, after)
	n, _ := answer.Body.Read(part)
	w.Write(part[:n])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler) // httptest closes the connection
}

// Forward has the server carry out a request and drops its answer.
func (s *Server) Forward(r *http.Request) {
	out, err := http.NewRequest(r.Method, s.URL+r.URL.RequestURI(), r.Body)
	if err != nil {
		return
	}
	out.Header, out.Host, out.ContentLength, out.TransferEncoding = r.Header.Clone(), r.Host, r.ContentLength, r.TransferEncoding
	if answer, err := http.DefaultTransport.RoundTrip(out); err == nil {
		answer.Body.Close()
	}
}
