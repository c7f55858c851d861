// An acker (acker.go) and its adapter for ackproof (this file): the protocol of spec/protocol.md on stdin and stdout.
//
//	go build -o build/acker . && ackproof certify exec:build/acker
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
)

const protocol = 1

type request struct {
	Cmd        string
	Oldest     int
	Component  string
	Config     struct{ Profile string }
	Operations []operation
}

// 64-bit numbers are strings in the protocol, which the option "string" is for.
type operation struct {
	Op    string
	Root  int64 `json:",string"`
	Value int64 `json:",string"`
	Task  int32
}

type notification struct {
	Kind string `json:"kind"`
	Root int64  `json:"root,string"`
	Task int32  `json:"task"`
}

type result struct {
	Notifications []notification `json:"notifications,omitempty"` // absent means none; null would break the protocol
	Pending       int            `json:"pending"`                 // never omitempty: 0 is a number of records
}

type object map[string]any

func main() {
	// A Decoder takes lines of any length. A bufio.Scanner stops at one of 64 KiB, and requests are longer than that.
	requests := json.NewDecoder(os.Stdin)
	// An Encoder ends each line and writes it at once. Around a bufio.Writer, flush after every reply.
	replies := json.NewEncoder(os.Stdout)
	var acker *Acker
	for {
		var r request // a new one each time: Decode leaves fields as they were that a request does not have
		if err := requests.Decode(&r); errors.Is(err, io.EOF) || r.Cmd == "stop" {
			return
		} else if err != nil {
			log.Fatal(err) // log writes to stderr. Only replies go to stdout.
		}
		reply, err := answer(&acker, r)
		if err != nil {
			reply = object{"error": err.Error()}
		}
		if err := replies.Encode(reply); err != nil {
			log.Fatal(err)
		}
	}
}

func answer(acker **Acker, r request) (object, error) {
	switch r.Cmd {
	case "start":
		if r.Oldest > protocol {
			return nil, fmt.Errorf("this speaks version %d of the protocol", protocol)
		}
		return object{
			"protocol": protocol, "name": "go-example", "version": "1.0", "language": "go",
			"components": []string{"acker"}, "capabilities": []string{"pending"},
			"evidence": object{"go": runtime.Version()},
		}, nil
	case "open":
		*acker = nil // whatever comes of this, what was open is not
		if r.Component != "acker" {
			return nil, fmt.Errorf("no component %q", r.Component)
		}
		opened, err := NewAcker(r.Config.Profile)
		*acker = opened
		return object{"ok": true}, err // an error is told in place of this
	case "apply":
		if *acker == nil {
			return nil, errors.New("nothing is open")
		}
		results := make([]result, 0, len(r.Operations)) // not nil, which is null in JSON
		for _, o := range r.Operations {
			said, err := apply(*acker, o)
			if err != nil {
				return nil, err
			}
			results = append(results, said)
		}
		return object{"results": results}, nil
	}
	return nil, fmt.Errorf("no command %q", r.Cmd)
}

func apply(acker *Acker, o operation) (result, error) {
	var said *Notification
	switch o.Op {
	case "init":
		said = acker.Init(o.Root, o.Value, o.Task)
	case "ack":
		said = acker.Ack(o.Root, o.Value)
	case "fail":
		said = acker.Fail(o.Root)
	case "reset-timeout":
		said = acker.ResetTimeout(o.Root)
	case "tick":
		acker.Tick()
	default:
		return result{}, fmt.Errorf("no operation %q", o.Op)
	}
	told := result{Pending: acker.Pending()}
	if said != nil {
		told.Notifications = []notification{{said.Kind, said.Root, said.Task}}
	}
	return told, nil
}
