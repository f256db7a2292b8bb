//! JSON, so that no crate is needed.

use std::fmt;

/// A JSON value; a number is an `Integer` when it is written as one and fits.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Integer(i64),
    Number(f64),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// An object with these fields.
pub fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
    Json::Object(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::String(text.to_string())
    }
}

#[allow(dead_code)] // for your engine
impl Json {
    /// The value that a text holds, or what is wrong with it.
    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        match reader.peek() {
            None => Ok(value),
            Some(_) => Err(reader.wrong("more than one value")),
        }
    }

    /// A field of an object.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn str(&self) -> Option<&str> {
        match self {
            Json::String(text) => Some(text),
            _ => None,
        }
    }

    /// An integer from 0 to below this limit.
    pub fn below(&self, limit: i64) -> Option<i64> {
        match self {
            Json::Integer(value) if (0..limit).contains(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether this is an object with exactly these fields.
    pub fn has_fields(&self, names: &[&str]) -> bool {
        match self {
            Json::Object(fields) => fields.len() == names.len() && names.iter().all(|name| self.get(name).is_some()),
            _ => false,
        }
    }
}

const DEEP: usize = 200;

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn wrong(&self, what: &str) -> String {
        format!("{what} at {}", self.at)
    }

    /// The next letter that is no blank.
    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() && b" \t\r\n".contains(&bytes[self.at]) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn next(&mut self, letter: u8) -> bool {
        let there = self.peek() == Some(letter);
        self.at += usize::from(there);
        there
    }

    fn expect(&mut self, letter: u8) -> Result<(), String> {
        if self.next(letter) {
            return Ok(());
        }
        Err(self.wrong(&format!("expected {}", letter as char)))
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEP {
            return Err(self.wrong("too deep"));
        }
        match self.peek() {
            None => Err(self.wrong("nothing")),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'n') => self.word("null", Json::Null),
            Some(_) => self.number(),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, String> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.wrong("no value"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut fields = Vec::new();
        self.expect(b'{')?;
        if self.next(b'}') {
            return Ok(Json::Object(fields));
        }
        loop {
            let name = self.string()?;
            self.expect(b':')?;
            fields.push((name, self.value(depth + 1)?));
            if !self.next(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(Json::Object(fields))
    }

    fn array(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.expect(b'[')?;
        if self.next(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if !self.next(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(Json::Array(items))
    }

    fn string(&mut self) -> Result<String, String> {
        self.expect(b'"')?;
        let mut read = String::new();
        loop {
            let Some(letter) = self.text[self.at..].chars().next() else {
                return Err(self.wrong("a string without an end"));
            };
            self.at += letter.len_utf8();
            match letter {
                '"' => return Ok(read),
                '\\' => read.push(self.escaped()?),
                letter if letter < ' ' => return Err(self.wrong("a control character")),
                letter => read.push(letter),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let letter = self.text.as_bytes().get(self.at).copied().unwrap_or(b' ');
        self.at += 1;
        match letter {
            b'"' | b'\\' | b'/' => Ok(letter as char),
            b'b' => Ok('\u{8}'),
            b'f' => Ok('\u{c}'),
            b'n' => Ok('\n'),
            b'r' => Ok('\r'),
            b't' => Ok('\t'),
            b'u' => self.unicode(),
            _ => {
                self.at -= 1;
                Err(self.wrong("an unknown escape"))
            }
        }
    }

    /// Four hex digits, or two times four for a letter beyond them.
    fn unicode(&mut self) -> Result<char, String> {
        let mut code = self.hex()?;
        if (0xD800..0xDC00).contains(&code) && self.text[self.at..].starts_with("\\u") {
            self.at += 2;
            let low = self.hex()?;
            if (0xDC00..0xE000).contains(&low) {
                code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            }
        }
        Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn hex(&mut self) -> Result<u32, String> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or("");
        if digits.len() != 4 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(self.wrong("an unknown escape"));
        }
        self.at += 4;
        u32::from_str_radix(digits, 16).map_err(|_| self.wrong("an unknown escape"))
    }

    fn number(&mut self) -> Result<Json, String> {
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(|letter| b"+-0123456789.eE".contains(letter)).count();
        let digits = &rest[..length];
        if !is_number(digits) {
            return Err(self.wrong("no value"));
        }
        self.at += length;
        if let Ok(value) = digits.parse() {
            return Ok(Json::Integer(value));
        }
        digits.parse().map(Json::Number).map_err(|_| self.wrong("no value"))
    }
}

/// Whether a text is a number by the grammar of JSON, which is stricter than Rust's.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (base, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((base, exponent)) => (base, exponent.strip_prefix(['+', '-']).unwrap_or(exponent)),
        None => (unsigned, "0"),
    };
    let (whole, fraction) = base.split_once('.').unwrap_or((base, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|digit| digit.is_ascii_digit());
    digits(whole) && digits(fraction) && digits(exponent) && (whole == "0" || !whole.starts_with('0'))
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => write!(out, "null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Integer(value) => write!(out, "{value}"),
            Json::Number(value) => write!(out, "{value:?}"),
            Json::String(text) => quoted(text, out),
            Json::Array(items) => {
                write!(out, "[")?;
                for (place, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if place > 0 { "," } else { "" })?;
                }
                write!(out, "]")
            }
            Json::Object(fields) => {
                write!(out, "{{")?;
                for (place, (name, value)) in fields.iter().enumerate() {
                    write!(out, "{}", if place > 0 { "," } else { "" })?;
                    quoted(name, out)?;
                    write!(out, ":{value}")?;
                }
                write!(out, "}}")
            }
        }
    }
}

fn quoted(text: &str, out: &mut fmt::Formatter) -> fmt::Result {
    write!(out, "\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(out, "\\{letter}")?,
            letter if letter < ' ' => write!(out, "\\u{:04x}", letter as u32)?,
            letter => write!(out, "{letter}")?,
        }
    }
    write!(out, "\"")
}
