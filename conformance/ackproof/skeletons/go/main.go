// The acker of acker.go as a program that ackproof talks to: a JSON object a line, on stdin and stdout.
// There is no need to change this file but for the name, the version and what the acker has (see "start").
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

type object map[string]any

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
}

func main() {
	requests, replies := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout) // the encoder writes each line at once
	var acker *Acker
	for {
		var r request // a new one each time: Decode leaves fields as they were that a request does not have
		if err := requests.Decode(&r); errors.Is(err, io.EOF) || r.Cmd == "stop" {
			return
		} else if err != nil {
			log.Fatal(err) // to stderr; only replies go to stdout
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
			"protocol": protocol, "name": "my-acker", "version": "1.0", "language": "go",
			"components": []string{"acker"},
			"profiles":   []string{"storm1", "storm2"},
			"operations": []string{"init", "ack", "fail", "reset-timeout", "tick"},
			"evidence":   object{"go": runtime.Version()},
		}, nil
	case "open": // a new acker, that knows nothing of the one before
		opened, err := NewAcker(r.Config.Profile)
		*acker = opened
		return object{"ok": true}, err
	case "apply":
		if *acker == nil {
			return nil, errors.New("nothing is open")
		}
		results := []result{}
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
	if said == nil {
		return result{}, nil
	}
	return result{[]notification{{said.Kind, said.Root, said.Task}}}, nil
}
