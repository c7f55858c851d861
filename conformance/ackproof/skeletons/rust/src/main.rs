//! The acker of acker.rs as a program that ackproof talks to: a JSON object a line, on stdin and stdout.
//! There is no need to change this file but for the name, the version and what the acker has (see `DESCRIPTION`).

mod acker;
mod json;

use std::io::{self, BufRead, Write};

use acker::Acker;
use json::{quoted, Json};

const PROTOCOL: i64 = 1;

const DESCRIPTION: &str = concat!(
    r#"{"protocol":1,"name":"my-acker","version":""#,
    env!("CARGO_PKG_VERSION"),
    r#"","language":"rust","components":["acker"],"profiles":["storm1","storm2"],"#,
    r#""operations":["init","ack","fail","reset-timeout","tick"]}"#
);

fn main() -> io::Result<()> {
    let mut replies = io::stdout().lock();
    let mut acker = None;
    for line in io::stdin().lock().split(b'\n') {
        let line = String::from_utf8(line?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        let request = Json::parse(&line).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
        if request.text("cmd") == Ok("stop") {
            break;
        }
        let reply = answer(&mut acker, &request).unwrap_or_else(|error| format!(r#"{{"error":{}}}"#, quoted(&error)));
        writeln!(replies, "{reply}")?; // only replies go to stdout; whatever else there is to say, to stderr
        replies.flush()?;
    }
    Ok(())
}

fn answer(acker: &mut Option<Acker>, request: &Json) -> Result<String, String> {
    match request.text("cmd")? {
        "start" if request.number("oldest")? > PROTOCOL => Err(format!("this speaks version {PROTOCOL} of the protocol")),
        "start" => Ok(DESCRIPTION.to_string()),
        "open" => {
            *acker = None; // whatever comes of this, what was open is not
            *acker = Some(Acker::new(request.get("config")?.text("profile")?)?);
            Ok(r#"{"ok":true}"#.to_string())
        }
        "apply" => {
            let acker = acker.as_mut().ok_or("nothing is open")?;
            let operations = request.get("operations")?.elements()?;
            let results: Result<Vec<String>, String> = operations.iter().map(|each| apply(acker, each)).collect();
            Ok(format!(r#"{{"results":[{}]}}"#, results?.join(",")))
        }
        command => Err(format!("no command {command}")),
    }
}

fn apply(acker: &mut Acker, operation: &Json) -> Result<String, String> {
    let said = match operation.text("op")? {
        "init" => acker.init(operation.id("root")?, operation.id("value")?, operation.number("task")?),
        "ack" => acker.ack(operation.id("root")?, operation.id("value")?),
        "fail" => acker.fail(operation.id("root")?),
        "reset-timeout" => acker.reset_timeout(operation.id("root")?),
        "tick" => {
            acker.tick();
            None
        }
        name => return Err(format!("no operation {name}")),
    };
    Ok(said.map_or("{}".to_string(), |said| {
        // The root is a string: as a JSON number it would lose bits past 2^53.
        format!(r#"{{"notifications":[{{"kind":"{}","root":"{}","task":{}}}]}}"#, said.kind, said.root, said.task)
    }))
}
