// Runs an acker through the vectors of ackproof: go test, with VECTORS set to a file such as acker-storm2.jsonl.
// It lies beside acker.go, which `ackproof init --language go` writes.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"reflect"
	"testing"
)

type said struct {
	Kind string `json:"kind"`
	Root int64  `json:"root,string"`
	Task int32  `json:"task"`
}

type result struct{ Notifications []said }

type vector struct {
	Id, Rule, Why string
	Config        struct{ Profile string }
	Operations    []struct {
		Op    string
		Root  int64 `json:",string"`
		Value int64 `json:",string"`
		Task  int32
	}
	Expected []result
	Allowed  [][]result
}

func TestVectors(t *testing.T) {
	file, err := os.Open(os.Getenv("VECTORS"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, count := bufio.NewScanner(file), 0
	lines.Buffer(nil, 1<<24)
	for ; lines.Scan(); count++ {
		var v vector
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		acker, err := NewAcker(v.Config.Profile)
		if err != nil {
			t.Fatal(err)
		}
		got := make([]result, len(v.Operations))
		for i, o := range v.Operations {
			var n *Notification
			switch o.Op {
			case "init":
				n = acker.Init(o.Root, o.Value, o.Task)
			case "ack":
				n = acker.Ack(o.Root, o.Value)
			case "fail":
				n = acker.Fail(o.Root)
			case "reset-timeout":
				n = acker.ResetTimeout(o.Root)
			case "tick":
				acker.Tick()
			}
			if n != nil {
				got[i].Notifications = []said{{n.Kind, n.Root, n.Task}}
			}
		}
		right := reflect.DeepEqual(got, v.Expected)
		for _, each := range v.Allowed {
			right = right || reflect.DeepEqual(got, each)
		}
		if !right {
			t.Errorf("%s (%s): got %v, expected %v", v.Id, v.Why, got, v.Expected)
		}
	}
	if count == 0 {
		t.Fatal("no vectors in the file")
	}
	t.Logf("%d vectors", count)
}
