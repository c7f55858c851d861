package main

import "fmt"

// A Notification is what the acker tells a spout task. Its kind is ack, fail or reset-timeout.
type Notification struct {
	Kind string
	Root int64
	Task int32
}

// ---- Your acker goes here ------------------------------------------------------------------------------------------
// This one is right. Put yours in its place, or import it and call it from these functions. Each returns what it made
// the acker say: nil, or one notification. Mend nothing here that is wrong in your acker.

// An Acker says whether a tuple tree is done, with one number for each tree.
type Acker struct {
	buckets               []map[int64]record // records by root that expire together; the first takes what is new
	everyMessageRefreshes bool
}

type record struct {
	ackVal        int64
	task          int32
	known, failed bool // known: an init named the task
}

// NewAcker returns an acker of the profile storm1 or storm2.
func NewAcker(profile string) (*Acker, error) {
	switch profile {
	case "storm1":
		return &Acker{[]map[int64]record{{}, {}}, true}, nil
	case "storm2":
		return &Acker{[]map[int64]record{{}, {}, {}}, false}, nil
	}
	return nil, fmt.Errorf("no profile %q", profile)
}

// Init begins a tree: value is the xor of its first edges, task the spout task to tell of its end.
func (a *Acker) Init(root, value int64, task int32) *Notification {
	return a.take(root, a.everyMessageRefreshes, func(r *record) { r.ackVal ^= value; r.task, r.known = task, true })
}

// Ack closes the edge of a tuple and opens those of its children: value is the xor of them all.
func (a *Acker) Ack(root, value int64) *Notification {
	return a.take(root, a.everyMessageRefreshes, func(r *record) { r.ackVal ^= value })
}

// Fail gives a tree up.
func (a *Acker) Fail(root int64) *Notification {
	return a.take(root, true, func(r *record) { r.failed = true })
}

// ResetTimeout gives a tree its full time again, here and in the spout.
func (a *Acker) ResetTimeout(root int64) *Notification {
	var task *int32
	a.take(root, true, func(r *record) {
		if r.known {
			task = &r.task
		}
	})
	if task == nil {
		return nil
	}
	return &Notification{"reset-timeout", root, *task}
}

// Tick forgets the oldest bucket, in silence.
func (a *Acker) Tick() {
	a.buckets = append([]map[int64]record{{}}, a.buckets[:len(a.buckets)-1]...)
}

func (a *Acker) take(root int64, refresh bool, change func(*record)) *Notification {
	bucket := a.buckets[0] // any message makes a record
	for _, each := range a.buckets {
		if _, found := each[root]; found {
			bucket = each
		}
	}
	r := bucket[root]
	delete(bucket, root)
	change(&r)
	switch {
	case r.known && r.failed: // asked first: fail dominates ack
		return &Notification{"fail", root, r.task}
	case r.known && r.ackVal == 0:
		return &Notification{"ack", root, r.task}
	case refresh:
		bucket = a.buckets[0]
	}
	bucket[root] = r
	return nil
}

// ---- End of your acker ----------------------------------------------------------------------------------------------
