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
	p := &Server{Dir: s.Dir, handler: s.handler, writing: s.writing}
	return p.listen(t, func(w http.ResponseWriter, r *http.Request) {
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
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	w.Write(answer.Body.Bytes()[:min(after, answer.Body.Len())])
	w.(http.Flusher).Flush()
	panic(http.ErrAbortHandler)
}

// Modes are the ways in which [Server.Random] fails: an answer that asks to try again; a connection that ends before the request is
// read, after the server did what it asks for, within the answer, or with something that is no answer; a body of another length than
// promised; an answer that takes long.
var Modes = [...]string{"503", "reset", "lost", "cut", "garbage", "length", "delay"}

// Random returns a fault of one of the modes, which a share rate of the requests meets, from 0 to 1.
func (s *Server) Random(seed uint64, rate float64, modes ...string) Fault {
	var mu sync.Mutex
	drawn := rand.New(rand.NewPCG(seed, 1))
	return func(_ int, w http.ResponseWriter, r *http.Request) bool {
		mu.Lock()
		met, mode, x := drawn.Float64() < rate, modes[drawn.IntN(len(modes))], drawn.Float64()
		mu.Unlock()
		return met && s.fail(mode, x, w, r)
	}
}

// fail answers a request in a mode; x, from 0 to 1, says how badly.
func (s *Server) fail(mode string, x float64, w http.ResponseWriter, r *http.Request) (answered bool) {
	switch mode {
	case "503":
		Away(w)
	case "reset":
		panic(http.ErrAbortHandler)
	case "lost":
		s.Forward(r)
		panic(http.ErrAbortHandler)
	case "garbage":
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			io.WriteString(conn, "\x00\x01 no answer\r\n\r\n")
			conn.Close()
		}
	case "cut":
		s.Cut(w, r, int(x*1000))
	case "length":
		answer := s.Forward(r)
		maps.Copy(w.Header(), answer.Header())
		data := answer.Body.Bytes()
		if r.Method == http.MethodGet && len(data) > 0 {
			says := max(0, len(data)+[]int{-len(data) / 2, -1, 1, 1000}[int(x*4)])
			w.Header().Set("Content-Length", strconv.Itoa(says))
			data = data[:min(says, len(data))]
		}
		w.WriteHeader(answer.Code)
		w.Write(data)
	case "delay":
		time.Sleep(time.Duration(x * float64(400*time.Millisecond)))
		return false
	default:
		return false
	}
	return true
}
