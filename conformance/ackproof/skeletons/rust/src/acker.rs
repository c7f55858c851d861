use std::collections::{HashMap, VecDeque};

/// What the acker tells a spout task. Its kind is "ack", "fail" or "reset-timeout".
#[derive(Debug, PartialEq)]
pub struct Notification {
    pub kind: &'static str,
    pub root: i64,
    pub task: i64,
}

// ---- Your acker goes here ------------------------------------------------------------------------------------------
// This one is right. Put yours in its place, or call it from these functions. Each returns what it made the acker say:
// None, or one notification. Mend nothing here that is wrong in your acker.

#[derive(Clone, Default)]
struct Record {
    ack_val: i64,
    task: Option<i64>, // None until an init names it
    failed: bool,
}

/// Says whether a tuple tree is done, with one number for each tree.
pub struct Acker {
    buckets: VecDeque<HashMap<i64, Record>>, // records by root that expire together; the first takes what is new
    every_message_refreshes: bool,
}

impl Acker {
    /// An acker of the profile "storm1" or "storm2".
    pub fn new(profile: &str) -> Result<Acker, String> {
        let (buckets, every_message_refreshes) = match profile {
            "storm1" => (2, true),
            "storm2" => (3, false),
            _ => return Err(format!("no profile {profile}")),
        };
        Ok(Acker { buckets: vec![HashMap::new(); buckets].into(), every_message_refreshes })
    }

    /// Begin a tree: `value` is the xor of its first edges, `task` the spout task to tell of its end.
    pub fn init(&mut self, root: i64, value: i64, task: i64) -> Option<Notification> {
        let mut record = self.take(root, self.every_message_refreshes);
        record.0.ack_val ^= value;
        record.0.task = Some(task);
        self.keep(root, record)
    }

    /// Close the edge of a tuple and open those of its children: `value` is the xor of them all.
    pub fn ack(&mut self, root: i64, value: i64) -> Option<Notification> {
        let mut record = self.take(root, self.every_message_refreshes);
        record.0.ack_val ^= value;
        self.keep(root, record)
    }

    /// Give a tree up.
    pub fn fail(&mut self, root: i64) -> Option<Notification> {
        let mut record = self.take(root, true);
        record.0.failed = true;
        self.keep(root, record)
    }

    /// Give a tree its full time again, here and in the spout.
    pub fn reset_timeout(&mut self, root: i64) -> Option<Notification> {
        let record = self.take(root, true);
        let task = record.0.task;
        self.keep(root, record);
        task.map(|task| Notification { kind: "reset-timeout", root, task })
    }

    /// Forget the oldest bucket, in silence.
    pub fn tick(&mut self) {
        self.buckets.pop_back();
        self.buckets.push_front(HashMap::new());
    }

    // Take out the record of a root, or a new one, as any message makes one; and the bucket that it goes to.
    fn take(&mut self, root: i64, refresh: bool) -> (Record, usize) {
        match self.buckets.iter().position(|bucket| bucket.contains_key(&root)) {
            Some(bucket) => (self.buckets[bucket].remove(&root).unwrap(), if refresh { 0 } else { bucket }),
            None => (Record::default(), 0),
        }
    }

    // Keep a record, unless there is something to say: then the tree is done.
    fn keep(&mut self, root: i64, (record, bucket): (Record, usize)) -> Option<Notification> {
        match record.task {
            Some(task) if record.failed => Some(Notification { kind: "fail", root, task }), // fail dominates ack
            Some(task) if record.ack_val == 0 => Some(Notification { kind: "ack", root, task }),
            _ => {
                self.buckets[bucket].insert(root, record);
                None
            }
        }
    }
}

// ---- End of your acker ---------------------------------------------------------------------------------------------

/// What the acker does in three short histories. `ackproof certify` tries thousands.
#[cfg(test)]
mod tests {
    use super::*;

    fn ackers() -> impl Iterator<Item = Acker> {
        ["storm1", "storm2"].into_iter().map(|profile| Acker::new(profile).unwrap())
    }

    #[test]
    fn a_tree_is_done_when_each_edge_was_told_of_twice() {
        for mut acker in ackers() {
            assert_eq!(None, acker.ack(5, 17 ^ 9)); // it overtook the init of its tree
            assert_eq!(None, acker.init(5, 17, 7));
            assert_eq!(Some(Notification { kind: "ack", root: 5, task: 7 }), acker.ack(5, 9));
        }
    }

    #[test]
    fn a_fail_before_the_init_is_remembered() {
        for mut acker in ackers() {
            assert_eq!(None, acker.fail(6));
            assert_eq!(Some(Notification { kind: "fail", root: 6, task: 0 }), acker.init(6, 3, 0));
        }
    }

    #[test]
    fn a_record_is_forgotten_after_enough_ticks() {
        for mut acker in ackers() {
            acker.init(8, 3, 7);
            (0..3).for_each(|_| acker.tick());
            assert_eq!(None, acker.ack(8, 3)); // it begins a new record
        }
    }
}
