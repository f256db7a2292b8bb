//! The table of the edition: figures of units and necromancers, maps, amounts (chapter 2). Nothing else here knows a unit
//! by name but for the zombies and initiates.

use crate::json::Json;
use std::sync::OnceLock;

/// The index of a unit or necromancer in the table; units come first.
pub type Kind = usize;

const DATA: &str = include_str!("../../../../spec/minions/data/initiate.json");

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attack {
    Normal,
    Flurry,
    Unsummon,
    Deathtouch,
}

#[derive(Clone, Debug)]
pub struct Figures {
    pub id: String,
    pub letter: char,
    pub card: Option<i128>,
    pub attack: Attack,
    pub value: u64,
    pub defense: u64,
    pub speed: u64,
    pub range: u64,
    pub cost: i128,
    pub rebate: i128,
    pub flying: bool,
    pub lumbering: bool,
    pub spawn: bool,
    pub persistent: bool,
    pub necromancer: bool,
    pub soul: bool,
    pub advanced: bool,
}

impl Figures {
    /// The attacks that it has in a turn (MIN-ATK-4).
    pub fn attacks(&self) -> u64 {
        match self.attack {
            _ if self.range == 0 => 0,
            Attack::Flurry | Attack::Unsummon => self.value,
            Attack::Normal | Attack::Deathtouch => 1,
        }
    }
}

#[derive(Debug)]
pub struct Table {
    pub edition: String,
    pub kinds: Vec<Figures>,
    pub maps: Vec<(String, String)>,
    pub fixed_cards: usize,
    pub start_yellow: i128,
    pub start_blue: i128,
    /// What a spell costs for each board, by the two readings of *spell-price*.
    pub spell_price: [i128; 2],
    pub zombie: Kind,
    pub initiate: Kind,
    pub basic: Kind,
}

impl Table {
    /// The table of the one edition, read once.
    pub fn initiate() -> &'static Table {
        static TABLE: OnceLock<Table> = OnceLock::new();
        TABLE.get_or_init(|| Table::read(DATA).expect("the table of the edition"))
    }

    fn read(text: &str) -> Result<Table, String> {
        let data = Json::parse(text)?;
        let mut kinds = Vec::new();
        for list in ["units", "necromancers"] {
            for row in field(&data, list)?.as_list().ok_or(list)? {
                kinds.push(figures(row)?);
            }
        }
        let maps = match field(&data, "maps")? {
            Json::Object(maps) => maps
                .iter()
                .map(|(name, rows)| (name.clone(), rows.as_text().unwrap_or_default().to_string()))
                .collect(),
            _ => return Err("maps".to_string()),
        };
        let index = |id: &str| {
            kinds
                .iter()
                .position(|kind| kind.id == id)
                .ok_or_else(|| id.to_string())
        };
        let money = field(&data, "startMoney")?;
        let prices = field(&data, "spellPrice")?;
        Ok(Table {
            edition: text_of(&data, "edition")?,
            maps,
            fixed_cards: whole(&data, "fixedCards")? as usize,
            start_yellow: whole(money, "yellow")?,
            start_blue: whole(money, "bluePerBoard")?,
            spell_price: [whole(prices, "8n")?, whole(prices, "4n")?],
            zombie: index("zombie")?,
            initiate: index("initiate")?,
            basic: kinds
                .iter()
                .position(|kind| kind.necromancer && !kind.advanced)
                .ok_or("a basic necromancer")?,
            kinds,
        })
    }

    pub fn kind(&self, id: &str) -> Option<Kind> {
        self.kinds.iter().position(|kind| kind.id == id)
    }

    /// The unit of a letter in upper case; N is the basic necromancer, whatever a mark makes of it.
    pub fn of_letter(&self, letter: char) -> Option<Kind> {
        let found = self.kinds.iter().position(|kind| kind.letter == letter)?;
        Some(if self.kinds[found].necromancer {
            self.basic
        } else {
            found
        })
    }

    /// The units that have a card, in table order.
    pub fn cards(&self) -> Vec<Kind> {
        let mut cards: Vec<Kind> = (0..self.kinds.len())
            .filter(|&kind| self.kinds[kind].card.is_some())
            .collect();
        cards.sort_by_key(|&kind| self.kinds[kind].card);
        cards
    }

    /// The advanced necromancers, as a set of kinds.
    pub fn advanced(&self) -> u64 {
        (0..self.kinds.len())
            .filter(|&kind| self.kinds[kind].advanced)
            .fold(0, |set, kind| set | 1 << kind)
    }
}

fn field<'a>(data: &'a Json, name: &str) -> Result<&'a Json, String> {
    data.get(name).ok_or_else(|| name.to_string())
}

fn whole(data: &Json, name: &str) -> Result<i128, String> {
    field(data, name)?.as_amount().ok_or_else(|| name.to_string())
}

fn text_of(data: &Json, name: &str) -> Result<String, String> {
    Ok(field(data, name)?.as_text().ok_or(name)?.to_string())
}

fn figures(row: &Json) -> Result<Figures, String> {
    let keywords = field(row, "keywords")?.as_list().ok_or("keywords")?;
    let has = |word: &str| keywords.iter().any(|keyword| keyword.as_text() == Some(word));
    let attack = match field(row, "attack")?.as_text() {
        Some("normal") => Attack::Normal,
        Some("flurry") => Attack::Flurry,
        Some("unsummon") => Attack::Unsummon,
        Some("deathtouch") => Attack::Deathtouch,
        _ => return Err("attack".to_string()),
    };
    Ok(Figures {
        id: text_of(row, "id")?,
        letter: text_of(row, "letter")?.chars().next().ok_or("letter")?,
        card: row.get("card").and_then(Json::as_amount),
        attack,
        value: field(row, "value")?.as_amount().unwrap_or(0) as u64,
        defense: whole(row, "defense")? as u64,
        speed: whole(row, "speed")? as u64,
        range: whole(row, "range")? as u64,
        cost: whole(row, "cost")?,
        rebate: whole(row, "rebate")?,
        flying: has("flying"),
        lumbering: has("lumbering"),
        spawn: has("spawn"),
        persistent: has("persistent"),
        necromancer: has("necromancer"),
        soul: has("soul"),
        advanced: row.get("class").and_then(Json::as_text) == Some("advanced"),
    })
}
