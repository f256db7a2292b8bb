//! JSON, read strictly and written on one line.

use std::fmt::Write;

/// Deeper than this a line is refused: a reader that recurses must not fall over.
const DEEPEST: usize = 20_000;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    /// A number without fraction and exponent; what 128 bits do not hold is cut off far beyond any amount.
    Whole(i128),
    /// Any other number, as it was written.
    Other(String),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub fn text(value: &str) -> Json {
        Json::Text(value.to_string())
    }

    pub fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
        Json::Object(
            fields
                .into_iter()
                .map(|(name, value)| (name.to_string(), value))
                .collect(),
        )
    }

    /// The field of an object; of a name that stands twice the last.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields
                .iter()
                .rev()
                .find(|(field, _)| field == name)
                .map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn as_list(&self) -> Option<&[Json]> {
        match self {
            Json::List(items) => Some(items),
            _ => None,
        }
    }

    /// A whole number from 0.
    pub fn as_amount(&self) -> Option<i128> {
        match self {
            Json::Whole(number) if *number >= 0 => Some(*number),
            _ => None,
        }
    }

    /// Whether this is an object of exactly these fields.
    pub fn has_exactly(&self, names: &[&str]) -> bool {
        match self {
            Json::Object(fields) => {
                names.iter().all(|name| self.get(name).is_some())
                    && fields.iter().all(|(field, _)| names.contains(&field.as_str()))
            }
            _ => false,
        }
    }

    pub fn parse(text: &str) -> Result<Json, String> {
        let mut reader = Reader {
            bytes: text.as_bytes(),
            at: 0,
        };
        let value = reader.value(0)?;
        reader.space();
        if reader.at == reader.bytes.len() {
            Ok(value)
        } else {
            Err(format!("more after the value, at byte {}", reader.at))
        }
    }

    pub fn write(&self, out: &mut String) {
        match self {
            Json::Null => out.push_str("null"),
            Json::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Json::Whole(number) => write!(out, "{number}").unwrap_or(()),
            Json::Other(number) => out.push_str(number),
            Json::Text(text) => write_text(text, out),
            Json::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Json::Object(fields) => {
                out.push('{');
                for (index, (name, value)) in fields.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    write_text(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            control if (control as u32) < 0x20 => write!(out, "\\u{:04x}", control as u32).unwrap_or(()),
            other => out.push(other),
        }
    }
    out.push('"');
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn wrong<T>(&self, what: &str) -> Result<T, String> {
        Err(format!("{what} at byte {}", self.at))
    }

    fn value(&mut self, depth: usize) -> Result<Json, String> {
        if depth > DEEPEST {
            return self.wrong("nested too deeply");
        }
        self.space();
        match self.peek() {
            Some(b'n') => self.word("null", Json::Null),
            Some(b't') => self.word("true", Json::Bool(true)),
            Some(b'f') => self.word("false", Json::Bool(false)),
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b'[') => self.list(depth),
            Some(b'{') => self.object(depth),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.wrong("no value"),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, String> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(value)
        } else {
            self.wrong("no value")
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut items = Vec::new();
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Json::List(items));
                }
                _ => return self.wrong("no comma or ] "),
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        self.at += 1;
        let mut fields = Vec::new();
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(fields));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return self.wrong("no name");
            }
            let name = self.string()?;
            self.space();
            if self.peek() != Some(b':') {
                return self.wrong("no colon");
            }
            self.at += 1;
            fields.push((name, self.value(depth + 1)?));
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Json::Object(fields));
                }
                _ => return self.wrong("no comma or }"),
            }
        }
    }

    fn digits(&mut self) -> usize {
        let from = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        self.at - from
    }

    fn number(&mut self) -> Result<Json, String> {
        let from = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let zero = self.peek() == Some(b'0');
        let many = self.digits();
        if many == 0 || zero && many > 1 {
            return self.wrong("no number");
        }
        let mut whole = true;
        if self.peek() == Some(b'.') {
            whole = false;
            self.at += 1;
            if self.digits() == 0 {
                return self.wrong("no fraction");
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            whole = false;
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if self.digits() == 0 {
                return self.wrong("no exponent");
            }
        }
        let text = String::from_utf8_lossy(&self.bytes[from..self.at]).into_owned();
        if !whole {
            return Ok(Json::Other(text));
        }
        const FAR: i128 = 1_000_000_000_000_000_000_000_000_000_000;
        let beyond = if text.starts_with('-') { -FAR } else { FAR };
        Ok(Json::Whole(
            text.parse::<i128>().map_or(beyond, |number| number.clamp(-FAR, FAR)),
        ))
    }

    fn string(&mut self) -> Result<String, String> {
        self.at += 1;
        let mut out: Vec<u8> = Vec::new();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return String::from_utf8(out).or_else(|_| self.wrong("no UTF-8"));
                }
                Some(b'\\') => {
                    self.at += 1;
                    let letter = self.escape()?;
                    out.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
                }
                Some(byte) if byte >= 0x20 => {
                    out.push(byte);
                    self.at += 1;
                }
                _ => return self.wrong("a text without end"),
            }
        }
    }

    fn escape(&mut self) -> Result<char, String> {
        let byte = self.peek();
        self.at += 1;
        Ok(match byte {
            Some(b'"') => '"',
            Some(b'\\') => '\\',
            Some(b'/') => '/',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let high = self.four()?;
                if (0xd800..0xdc00).contains(&high) && self.bytes[self.at..].starts_with(b"\\u") {
                    let before = self.at;
                    self.at += 2;
                    let low = self.four()?;
                    if (0xdc00..0xe000).contains(&low) {
                        let code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                        return Ok(char::from_u32(code).unwrap_or('\u{fffd}'));
                    }
                    self.at = before;
                }
                // Half a pair has no letter; no id, line or map holds the one that stands for it.
                char::from_u32(high).unwrap_or('\u{fffd}')
            }
            _ => return self.wrong("no escape"),
        })
    }

    fn four(&mut self) -> Result<u32, String> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| (byte as char).to_digit(16));
            match digit {
                Some(digit) => code = code * 16 + digit,
                None => return self.wrong("no hexadecimal digit"),
            }
            self.at += 1;
        }
        Ok(code)
    }
}
