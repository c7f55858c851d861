//! What the protocol needs of JSON, so that there is no dependency. With serde_json this file is not needed.

/// A JSON value. Numbers are whole ones; of others the protocol has none for an acker.
pub enum Json {
    Object(Vec<(String, Json)>),
    Array(Vec<Json>),
    Text(String),
    Number(i64),
    Other,
}

impl Json {
    /// Read a whole text.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value()?;
        match reader.next() {
            None => Ok(value),
            Some(_) => Err(reader.wrong()),
        }
    }

    /// The member of that name.
    pub fn get(&self, name: &str) -> Result<&Json, String> {
        match self {
            Json::Object(members) => members.iter().find(|member| member.0 == name).map(|member| &member.1),
            _ => None,
        }
        .ok_or(format!("there is no {name}"))
    }

    /// The member of that name, which is a string.
    pub fn text(&self, name: &str) -> Result<&str, String> {
        match self.get(name)? {
            Json::Text(text) => Ok(text),
            _ => Err(format!("{name} is no string")),
        }
    }

    /// The member of that name, which is a whole number.
    pub fn number(&self, name: &str) -> Result<i64, String> {
        match self.get(name)? {
            Json::Number(number) => Ok(*number),
            _ => Err(format!("{name} is no whole number")),
        }
    }

    /// The member of that name, which is a number of 64 bits in a string.
    pub fn id(&self, name: &str) -> Result<i64, String> {
        self.text(name)?.parse().map_err(|error| format!("{name}: {error}"))
    }

    /// The elements of an array.
    pub fn elements(&self) -> Result<&[Json], String> {
        match self {
            Json::Array(elements) => Ok(elements),
            _ => Err("this is no array".to_string()),
        }
    }
}

/// A string as it stands in JSON.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            letter if letter < ' ' => quoted.push_str(&format!("\\u{:04x}", letter as u32)),
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Result<Json, String> {
        match self.next() {
            Some('{') => {
                let mut members = Vec::new();
                self.each('{', '}', |reader| {
                    reader.next();
                    let name = reader.string()?;
                    reader.expect(':')?;
                    members.push((name, reader.value()?));
                    Ok(())
                })?;
                Ok(Json::Object(members))
            }
            Some('[') => {
                let mut elements = Vec::new();
                self.each('[', ']', |reader| {
                    elements.push(reader.value()?);
                    Ok(())
                })?;
                Ok(Json::Array(elements))
            }
            Some('"') => Ok(Json::Text(self.string()?)),
            _ => self.word(),
        }
    }

    fn each(
        &mut self,
        begin: char,
        end: char,
        mut read: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        self.expect(begin)?;
        if self.next() == Some(end) {
            return self.expect(end);
        }
        loop {
            read(self)?;
            if self.next() == Some(end) {
                return self.expect(end);
            }
            self.expect(',')?;
        }
    }

    fn string(&mut self) -> Result<String, String> {
        let mut units = Vec::new(); // of UTF-16, because an escape stands for one of these
        self.expect('"')?;
        loop {
            match self.take()? {
                '"' => return Ok(String::from_utf16_lossy(&units)),
                '\\' => match self.take()? {
                    'u' => {
                        let digits = self.text.get(self.at..self.at + 4).ok_or(self.wrong())?;
                        units.push(u16::from_str_radix(digits, 16).map_err(|_| self.wrong())?);
                        self.at += 4;
                    }
                    escape => units.push(match escape {
                        'b' => 8,
                        'f' => 12,
                        'n' => 10,
                        'r' => 13,
                        't' => 9,
                        plain => plain as u16,
                    }),
                },
                letter => units.extend_from_slice(letter.encode_utf16(&mut [0; 2])),
            }
        }
    }

    fn word(&mut self) -> Result<Json, String> {
        let rest = &self.text[self.at..];
        let word = &rest[..rest.find([',', ':', ']', '}', ' ', '\t']).unwrap_or(rest.len())];
        self.at += word.len();
        match word {
            "true" | "false" | "null" => Ok(Json::Other),
            _ => word.parse().map(Json::Number).or(word.parse::<f64>().map(|_| Json::Other)).map_err(|_| self.wrong()),
        }
    }

    /// The next character that is no blank, which stays.
    fn next(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
        self.text[self.at..].chars().next()
    }

    fn expect(&mut self, letter: char) -> Result<(), String> {
        match self.next() {
            Some(found) if found == letter => self.take().map(|_| ()),
            _ => Err(self.wrong()),
        }
    }

    fn take(&mut self) -> Result<char, String> {
        let letter = self.text[self.at..].chars().next().ok_or(self.wrong())?;
        self.at += letter.len_utf8();
        Ok(letter)
    }

    fn wrong(&self) -> String {
        format!("a request that is no JSON, at byte {}", self.at)
    }
}
