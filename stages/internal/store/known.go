package store

import "sync"

// known remembers paths of objects that the store has seen or created, names of buckets that have answered, and operations that
// were allowed in them.
type known struct {
	mu  sync.Mutex
	set map[string]bool
}

func (k *known) add(names ...string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.set == nil {
		k.set = map[string]bool{}
	}
	for _, name := range names {
		k.set[name] = true
	}
}

func (k *known) remove(name string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.set, name)
}

func (k *known) has(name string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.set[name]
}
