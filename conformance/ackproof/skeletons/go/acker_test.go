package main

import "testing"

// What the acker does in three short histories. "ackproof certify" tries thousands.

func opened(t *testing.T, profile string) *Acker {
	acker, err := NewAcker(profile)
	if err != nil {
		t.Fatal(err)
	}
	return acker
}

func expect(t *testing.T, said *Notification, kind string, root int64, task int32) {
	t.Helper()
	if said == nil || *said != (Notification{kind, root, task}) {
		t.Errorf("said %v; expected %s of root %d to task %d", said, kind, root, task)
	}
}

func expectNothing(t *testing.T, said *Notification) {
	t.Helper()
	if said != nil {
		t.Errorf("said %v; expected nothing", *said)
	}
}

func TestATreeIsDoneWhenEachEdgeWasToldOfTwice(t *testing.T) {
	for _, profile := range []string{"storm1", "storm2"} {
		acker := opened(t, profile)
		expectNothing(t, acker.Ack(5, 17^9)) // it overtook the init of its tree
		expectNothing(t, acker.Init(5, 17, 7))
		expect(t, acker.Ack(5, 9), "ack", 5, 7)
	}
}

func TestAFailBeforeTheInitIsRemembered(t *testing.T) {
	for _, profile := range []string{"storm1", "storm2"} {
		acker := opened(t, profile)
		expectNothing(t, acker.Fail(6))
		expect(t, acker.Init(6, 3, 0), "fail", 6, 0)
	}
}

func TestARecordIsForgottenAfterEnoughTicks(t *testing.T) {
	for _, profile := range []string{"storm1", "storm2"} {
		acker := opened(t, profile)
		expectNothing(t, acker.Init(8, 3, 7))
		for i := 0; i < 3; i++ {
			acker.Tick()
		}
		expectNothing(t, acker.Ack(8, 3)) // it begins a new record
	}
}
