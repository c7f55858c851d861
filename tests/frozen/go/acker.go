package main

import "fmt"

// A Notification is what an acker tells a spout task.
type Notification struct {
	Kind string // ack, fail or reset-timeout
	Root int64
	Task int32
}

// A record is all that an acker knows of one tuple tree.
type record struct {
	ackVal int64 // the xor of all edge ids that were told: zero when each was told twice
	task   int32
	known  bool // whether an init named the task: 0 is an ordinary task
	failed bool
}

// An Acker keeps the records by root id, in buckets that expire together. The first bucket takes what is new.
type Acker struct {
	buckets      []map[int64]*record
	everyMessage bool // whether every message refreshes a record, or only fail and reset-timeout do
}

// NewAcker returns an acker of a profile of the specification, storm1 or storm2.
func NewAcker(profile string) (*Acker, error) {
	switch profile {
	case "storm1":
		return newAcker(2, true), nil
	case "storm2":
		return newAcker(3, false), nil
	}
	return nil, fmt.Errorf("no profile %q; there are storm1 and storm2", profile)
}

func newAcker(buckets int, everyMessage bool) *Acker {
	a := &Acker{everyMessage: everyMessage}
	for i := 0; i < buckets; i++ {
		a.buckets = append(a.buckets, map[int64]*record{})
	}
	return a
}

// Init begins a tree: value is the xor of its first edges, task the spout task to tell of its end.
func (a *Acker) Init(root, value int64, task int32) *Notification {
	r := a.record(root, a.everyMessage)
	r.ackVal ^= value
	r.task, r.known = task, true
	return a.verdict(root, r)
}

// Ack closes the edge of a tuple and opens those of its children: value is the xor of them all.
func (a *Acker) Ack(root, value int64) *Notification {
	r := a.record(root, a.everyMessage)
	r.ackVal ^= value
	return a.verdict(root, r)
}

// Fail gives a tree up.
func (a *Acker) Fail(root int64) *Notification {
	r := a.record(root, true)
	r.failed = true
	return a.verdict(root, r)
}

// ResetTimeout gives a tree its full time again, here and, once its task is known, in the spout.
func (a *Acker) ResetTimeout(root int64) *Notification {
	r := a.record(root, true)
	if !r.known {
		return nil
	}
	return &Notification{"reset-timeout", root, r.task}
}

// Tick forgets the oldest bucket, in silence: the spout has a clock of its own.
func (a *Acker) Tick() {
	last := len(a.buckets) - 1
	copy(a.buckets[1:], a.buckets[:last])
	a.buckets[0] = map[int64]*record{}
}

// Pending returns the number of records.
func (a *Acker) Pending() int {
	count := 0
	for _, bucket := range a.buckets {
		count += len(bucket)
	}
	return count
}

// record returns the record of root. Any message makes one: an ack or a fail may overtake the init of its tree.
func (a *Acker) record(root int64, refresh bool) *record {
	for _, bucket := range a.buckets {
		if r, ok := bucket[root]; ok {
			if refresh {
				delete(bucket, root)
				a.buckets[0][root] = r
			}
			return r
		}
	}
	r := &record{}
	a.buckets[0][root] = r
	return r
}

// verdict says whether a tree is done, and forgets it if it is. It asks for fail first: see rule ACK-08.
func (a *Acker) verdict(root int64, r *record) *Notification {
	if !r.known || (!r.failed && r.ackVal != 0) {
		return nil
	}
	for _, bucket := range a.buckets {
		delete(bucket, root)
	}
	if r.failed {
		return &Notification{"fail", root, r.task}
	}
	return &Notification{"ack", root, r.task}
}
