package s3server

import (
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

// Fault sees every request, numbered from 0, before it is passed on. It returns true if it has answered the request itself.
type Fault func(n int, w http.ResponseWriter, r *http.Request) (answered bool)

// Proxy starts a proxy in front of the server, whose requests meet a fault, or nil. It ends with the test.
func (s *Server) Proxy(t testing.TB, fault Fault) *Server {
	t.Helper()
	p := s.proxy(fault)
	t.Cleanup(p.listening.Close)
	return p
}

func (s *Server) proxy(fault Fault) *Server {
	p := &Server{Dir: s.Dir, handler: s.handler, writing: s.writing}
	return p.listen(func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		n := len(p.asked)
		p.asked = append(p.asked, r.Method+" "+r.URL.Path)
		p.mu.Unlock()
		if fault == nil || !fault(n, w, r) {
			p.pass(w, r)
		}
	})
}

// Asked lists the requests to a proxy so far, such as GET /bucket/key.
func (s *Server) Asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// Refuse answers with a status and a code of S3.
func Refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	io.WriteString(w, `<?xml version="1.0"?><Error><Code>`+code+`</Code><Message>no</Message></Error>`)
}

// Away answers 503, as S3 does when it is overloaded.
func Away(w http.ResponseWriter) { Refuse(w, http.StatusServiceUnavailable, "SlowDown") }

// Forward has the server carry out a request and returns its answer.
func (s *Server) Forward(r *http.Request) *httptest.ResponseRecorder {
	answer := httptest.NewRecorder()
	s.pass(answer, r)
	return answer
}

// Cut passes a request on and breaks the connection after a number of bytes of the answer.
func (s *Server) Cut(w http.ResponseWriter, r *http.Request, after int) {
	answer := s.Forward(r)
	copyHeader(w, answer)
	w.WriteHeader(answer.Code)
	w.Write(answer.Body.Bytes()[:min(after, answer.Body.Len())])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler) // the server closes the connection
}

func copyHeader(w http.ResponseWriter, answer *httptest.ResponseRecorder) {
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
}

// Modes are the ways in which [Faults] fail.
var Modes = [...]string{"500", "503", "403", "404", "skew", "reset", "lost", "delay", "cut", "length", "stale", "garbage"}

// Faults is a proxy that fails at random. It may carry out a request whose sender has already given up.
type Faults struct {
	*Server
	modes []string

	mu    sync.Mutex // guards the fields below
	rand  *rand.Rand
	rate  float64
	lists map[string]*httptest.ResponseRecorder // the first answer to every listing
	met   map[string]int
	late  sync.WaitGroup
}

// Faults starts a proxy in which a share rate of the requests, from 0 to 1, meets a fault of one of the modes. Close ends it.
func (s *Server) Faults(seed uint64, rate float64, modes ...string) *Faults {
	f := &Faults{modes: modes, rand: rand.New(rand.NewPCG(seed, 1)), rate: rate, lists: map[string]*httptest.ResponseRecorder{}, met: map[string]int{}}
	f.Server = s.proxy(f.answer)
	return f
}

// Met returns the number of faults per mode.
func (f *Faults) Met() map[string]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.met)
}

// Close waits for late requests and stops the proxy.
func (f *Faults) Close() {
	f.late.Wait()
	f.listening.CloseClientConnections()
	f.listening.Close()
}

// draw draws a fault, "" for none, and a number from 0 to 1.
func (f *Faults) draw() (mode string, x float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	x = f.rand.Float64()
	if len(f.modes) > 0 && f.rand.Float64() < f.rate {
		mode = f.modes[f.rand.IntN(len(f.modes))]
		f.met[mode]++
	}
	return mode, x
}

func (f *Faults) answer(_ int, w http.ResponseWriter, r *http.Request) bool {
	f.late.Add(1)
	defer f.late.Done()
	mode, x := f.draw()
	switch mode {
	case "500":
		Refuse(w, 500, "InternalError")
	case "503":
		Away(w)
	case "403":
		Refuse(w, 403, "AccessDenied")
	case "skew":
		Refuse(w, 403, "RequestTimeTooSkewed")
	case "404":
		Refuse(w, 404, "NoSuchKey")
	case "garbage":
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			io.WriteString(conn, "\x00\x01 no answer\r\n\r\n")
			conn.Close()
		}
	case "reset":
		if x < .5 {
			io.Copy(io.Discard, r.Body)
		}
		panic(http.ErrAbortHandler)
	case "lost":
		f.Forward(r)
		panic(http.ErrAbortHandler)
	case "cut":
		f.Cut(w, r, int(x*1000))
	case "length", "stale":
		f.wrong(w, r, mode == "stale", x)
	case "delay":
		time.Sleep(time.Duration(x * float64(400*time.Millisecond)))
		return false
	default:
		return false
	}
	return true
}

// wrong answers with an old listing, or with a body of another length than the server's.
func (f *Faults) wrong(w http.ResponseWriter, r *http.Request, stale bool, x float64) {
	answer := f.Forward(r)
	data := answer.Body.Bytes()
	if query := r.URL.Query(); query.Has("list-type") && stale {
		of := r.URL.Path + "?" + query.Get("prefix") + "&" + query.Get("continuation-token")
		f.mu.Lock()
		if f.lists[of] == nil {
			f.lists[of] = answer
		}
		answer = f.lists[of]
		f.mu.Unlock()
		data = answer.Body.Bytes()
	}
	copyHeader(w, answer)
	if r.Method == http.MethodGet && !stale && len(data) > 0 {
		says := max(0, len(data)+[]int{-len(data) / 2, -1, 1, 1000}[int(x*4)])
		w.Header().Set("Content-Length", strconv.Itoa(says))
		data = data[:min(says, len(data))]
	}
	w.WriteHeader(answer.Code)
	w.Write(data)
}
