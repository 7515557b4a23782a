//! Tests of the room, without a terminal: wishes in, positions and words out.

mod chances;
mod keeping;

use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use surefoot_inference::Stop;
use surefoot_rules::{
    Deal, Game, GameKind, Layout, Level, Neighbourhood, Promise, Rules, Status, Tile, layout,
};

use super::draw;
use super::intent::{self, Button, Intent};
use super::looks::Looks;
use super::plan::Plan;
use super::room::{Effect, Room, SidePanel};
use super::table::{self, PlayTable};
use super::wanted::WantedGame;

/// A room with a hand on its keys, whose questions are answered at once.
struct Hand {
    room: Room,
    now: Instant,
    size: (u16, u16),
    quit: bool,
}

impl Hand {
    fn at(table: PlayTable) -> Self {
        Self { room: Room::new(table), now: Instant::now(), size: (120, 30), quit: false }
    }

    fn dealt(wanted: WantedGame, seed: u64) -> Self {
        Self::at(table::fresh(wanted, wanted.rules().unwrap(), Deal::new(seed, 0)).unwrap())
    }

    fn on(board: &Layout, kaboom: bool) -> Self {
        let mut game = Game::new(Rules::on(GameKind::Win, board)).unwrap();
        game.lay(board, Deal::default()).unwrap();
        let grid = board.grid();
        let level = Level { width: grid.width(), height: grid.height(), mines: board.count() };
        let promise = Promise::None;
        let mut table = PlayTable::new(
            WantedGame { level, promise, kaboom, ..WantedGame::default() },
            Deal::default(),
            game,
        );
        table.given = true;
        Self::at(table)
    }

    fn plan(&self) -> Plan {
        let cursor = self.room.follow.then_some(self.room.cursor);
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        Plan::of(area, self.room.grid(), true, self.room.scroll, cursor)
    }

    fn want(&mut self, intent: Intent) -> &mut Self {
        let plan = self.plan();
        self.room.scroll = plan.from;
        let mut effect = self.room.want(intent, &plan, self.now);
        while let Some(next) = effect.take() {
            match next {
                Effect::Ask(question) => {
                    let round = self.room.round;
                    effect = self.room.take(round, question.answer(&Stop::new()), self.now);
                }
                Effect::Stop | Effect::Save => {}
                Effect::Quit => self.quit = true,
            }
        }
        self
    }

    /// Types keys by their letters.
    fn keys(&mut self, keys: &str) -> &mut Self {
        for letter in keys.chars() {
            let key = Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
            self.want(intent::of(&key).unwrap());
        }
        self
    }

    /// Clicks a cell, by its column and row.
    fn click(&mut self, button: Button, x: u32, y: u32) -> &mut Self {
        let place = self.plan().place(surefoot_rules::Point { x, y }).unwrap();
        self.want(Intent::Press(button, place.x + 1, place.y));
        self.want(Intent::Release(button, place.x + 1, place.y))
    }

    fn tile(&self, x: u32, y: u32) -> Tile {
        let cell = self.room.grid().cell(surefoot_rules::Point { x, y }).unwrap();
        self.room.view().tile(cell)
    }

    fn status(&self) -> Status {
        self.room.table.game().status()
    }

    fn said(&self) -> String {
        self.room.said.join(" ")
    }

    /// The screen as text.
    fn screen(&self, colours: bool) -> String {
        let (width, height) = self.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let area = Rect::new(0, 0, width, height);
        let cursor = self.room.follow.then_some(self.room.cursor);
        let plan = Plan::of(area, self.room.grid(), colours, self.room.scroll, cursor);
        let looks = Looks { colours };
        terminal.draw(|frame| draw::draw(frame, &self.room, &plan, looks, self.now)).unwrap();
        terminal.backend().to_string()
    }
}

#[test]
fn a_game_is_played_by_mouse() {
    let mut hand = Hand::on(&layout!["M . . .", ". . . M"], false);
    hand.click(Button::Left, 1, 0);
    assert_eq!(hand.tile(1, 0), Tile::Clue(1));
    hand.click(Button::Right, 0, 0).click(Button::Right, 3, 1);
    assert_eq!((hand.tile(0, 0), hand.room.table.mines_left()), (Tile::Flag, 0));
    // A flagged cell is protected, and it is said why nothing happens.
    hand.click(Button::Left, 0, 0);
    assert!(hand.said().contains("0,0 is flagged"), "{}", hand.said());
    // A click on the number chords.
    hand.click(Button::Left, 1, 0);
    assert_eq!((hand.tile(0, 1), hand.tile(2, 0)), (Tile::Clue(1), Tile::Clue(1)));
    hand.click(Button::Middle, 2, 1);
    assert_eq!(hand.status(), Status::Won);
    assert!(hand.said().starts_with("Won!") && hand.said().contains("3BV"), "{}", hand.said());
}

#[test]
fn both_buttons_chord_and_a_slip_opens_nothing() {
    let mut hand = Hand::on(&layout!["M . . . ."], false);
    hand.click(Button::Left, 1, 0).click(Button::Right, 0, 0);
    let place = |hand: &Hand, x| hand.plan().place(surefoot_rules::Point { x, y: 0 }).unwrap();
    // Pressed here, released there: a slip.
    let (from, to) = (place(&hand, 2), place(&hand, 4));
    hand.want(Intent::Press(Button::Left, from.x, from.y));
    assert_eq!(hand.room.pressed.map(surefoot_rules::Cell::number), Some(2));
    hand.want(Intent::Release(Button::Left, to.x, to.y));
    assert_eq!((hand.tile(2, 0), hand.room.pressed), (Tile::Hidden, None));
    let number = place(&hand, 1);
    hand.want(Intent::Press(Button::Left, number.x, number.y));
    hand.want(Intent::Press(Button::Right, number.x, number.y));
    assert_eq!(hand.status(), Status::Won);
    hand.want(Intent::Release(Button::Left, number.x, number.y));
    assert_eq!(hand.status(), Status::Won);
}

#[test]
fn a_lost_game_is_taken_back_and_reviewed() {
    let mut hand = Hand::on(&layout!["M . . . ."], false);
    hand.click(Button::Left, 1, 0).click(Button::Left, 0, 0);
    assert_eq!(hand.status(), Status::Lost);
    assert!(hand.said().contains("A mine"), "{}", hand.said());
    hand.keys("r");
    let SidePanel::Review(looking) = &hand.room.panel else { panic!("{:?}", hand.room.panel) };
    assert_eq!(looking.review.guesses.len(), 1);
    let screen = hand.screen(true);
    assert!(screen.contains("1 guess: 0 sound, 0 mistakes, 1 avoidable."), "{screen}");
    assert!(screen.contains("50.0 % safe, avoidable, a mine"), "{screen}");
    // Back to the board before the guess, with its probabilities, and the cell that was missed.
    hand.want(Intent::Move(0, 1));
    assert_eq!(hand.tile(0, 0), Tile::Hidden);
    let screen = hand.screen(true);
    assert!(screen.contains("was certainly safe:") && screen.contains("50"), "{screen}");
    // Nothing can be played there; Esc returns to the end.
    hand.keys(" f");
    assert_eq!(hand.tile(0, 0), Tile::Hidden);
    hand.want(Intent::Close);
    assert_eq!(hand.tile(0, 0), Tile::Mine);
    hand.keys("u");
    assert_eq!((hand.status(), hand.tile(0, 0)), (Status::Playing, Tile::Hidden));
    assert_eq!(hand.room.table.help.undos, 1);
    hand.click(Button::Left, 3, 0);
    assert_eq!(hand.status(), Status::Won);
    assert!(hand.said().contains("With help: 1 move taken back."), "{}", hand.said());
}

#[test]
fn a_hint_opens_and_a_proof_names_its_premises() {
    let mut hand = Hand::on(&layout!["M . . . ."], false);
    hand.click(Button::Left, 1, 0).keys("h");
    let SidePanel::Hint(hint) = &hand.room.panel else { panic!("{:?}", hand.room.panel) };
    assert!([3, 4].contains(&hint.cell.number()), "what is safe, not what is a mine: {hint:?}");
    assert!(hint.words[1].contains("certainly safe"), "{hint:?}");
    hand.keys("w");
    let SidePanel::Why(why, 0) = &hand.room.panel else { panic!("{:?}", hand.room.panel) };
    assert!(why.title.contains("is safe. It takes 1 clue and the number of mines."), "{why:?}");
    let screen = hand.screen(true);
    assert!(screen.contains("<1>"), "the premise is framed\n{screen}");
    assert_eq!(hand.room.table.help.hints, 1);
    // A cell that is not certain: two layouts to look at.
    hand.want(Intent::Close).want(Intent::Home).keys("w");
    let SidePanel::Why(why, 0) = &hand.room.panel else { panic!("{:?}", hand.room.panel) };
    assert!(why.title.contains("a mine in 1 of 2 layouts (50.0 %)"), "{why:?}");
    let first = hand.screen(true);
    hand.keys("]");
    assert_ne!(hand.screen(true), first);
    hand.keys("[[");
    assert_eq!(hand.screen(true), first);
}

#[test]
fn where_nothing_is_certain_a_hint_tells_the_odds() {
    let mut hand = Hand::on(&layout!["M . .", ". . M"], false);
    hand.click(Button::Left, 1, 0).keys("h");
    let SidePanel::Hint(hint) = &hand.room.panel else { panic!("{:?}", hand.room.panel) };
    let words = hint.words.join(" ");
    assert!(words.contains("Nothing is certain."), "{words}");
    assert!(words.contains("% safe, wins "), "{words}");
    // Another cell against the one that was hinted at.
    let cell = hint.cell;
    hand.want(Intent::Move(1, 0)).want(Intent::Move(0, 1)).keys("v");
    let here = hand.room.cursor;
    let SidePanel::Hint(compared) = &hand.room.panel else { panic!("{:?}", hand.room.panel) };
    assert_eq!(compared.cell, cell);
    assert!(compared.words.join(" ").contains(&here.to_string()), "{compared:?}");
}

#[test]
fn kaboom_is_told() {
    let mut hand = Hand::on(&layout!["M . . . ."], true);
    hand.click(Button::Left, 1, 0);
    assert_eq!(hand.said(), "A needed guess: it was safe.");
    hand.click(Button::Left, 2, 0);
    assert_eq!((hand.status(), hand.tile(2, 0)), (Status::Lost, Tile::Mine));
    assert!(hand.said().contains("needless"), "{}", hand.said());
    hand.keys("r").want(Intent::Move(0, 1));
    assert!(hand.screen(true).contains("Kaboom"), "{}", hand.screen(true));
    hand.want(Intent::Close).keys("u");
    hand.click(Button::Left, 3, 0);
    assert_eq!(hand.status(), Status::Won);
}

#[test]
fn a_board_without_guesses_is_made_for_the_first_click() {
    let logic = "full".parse().unwrap();
    let mut hand = Hand::dealt(WantedGame { no_guess: Some(logic), ..WantedGame::default() }, 5);
    hand.keys("f");
    hand.want(Intent::First).keys(" ");
    assert_eq!(hand.tile(0, 0), Tile::Clue(0), "the promise is kept where it was clicked");
    assert_eq!(hand.tile(4, 4), Tile::Flag, "flags stay");
    // Taken back, the first click is free again.
    hand.keys("u");
    assert!(hand.room.table.game().layout().is_none());
    hand.want(Intent::Last).keys(" ");
    assert_eq!((hand.tile(8, 8), hand.tile(4, 4)), (Tile::Clue(0), Tile::Flag));
    // It can be finished by hints alone, and each of them is certain.
    while hand.status() == Status::Playing && hand.room.table.help.hints < 90 {
        hand.keys("h");
        let SidePanel::Hint(hint) = &hand.room.panel else { panic!("{:?}", hand.room.panel) };
        let sure = hint.words[1].contains("certainly safe");
        assert!(sure, "{hint:?}");
        let flagged = hint.words[0].contains("flag");
        hand.keys(if flagged { "f " } else { " " });
    }
    assert_eq!(hand.status(), Status::Won);
}

#[test]
fn another_board_is_chosen_in_the_form() {
    let mut hand = Hand::dealt(WantedGame::default(), 1);
    hand.keys("l").want(Intent::Move(1, 0)).want(Intent::Move(0, 1)).want(Intent::Move(-1, 0));
    assert!(hand.screen(true).contains("< knight >"), "{}", hand.screen(true));
    hand.want(Intent::Act);
    let wanted = hand.room.table.wanted;
    assert_eq!((wanted.level, wanted.neighbourhood), (Level::INTERMEDIATE, Neighbourhood::Knight));
    assert_eq!(hand.room.table.deal, Deal::new(1, 1));
    // What cannot be played is said in the form.
    hand.keys("l").want(Intent::Move(0, 1)).want(Intent::Move(0, 1)).want(Intent::Move(1, 0));
    hand.want(Intent::Move(0, 1)).want(Intent::Move(0, 1)).want(Intent::Move(1, 0));
    assert!(hand.screen(true).contains("none") && hand.screen(true).contains("< on >"));
    hand.want(Intent::Act);
    assert!(hand.screen(true).contains("kaboom needs a first click"), "{}", hand.screen(true));
    hand.want(Intent::Close).keys("n");
    assert_eq!(hand.room.table.deal, Deal::new(1, 2));
}

/// An answer that comes too late is about a board that is gone.
#[test]
fn late_answers_are_dropped() {
    let mut hand = Hand::on(&layout!["M . . . ."], false);
    let plan = hand.plan();
    hand.click(Button::Left, 1, 0);
    let Some(Effect::Ask(question)) = hand.room.want(Intent::Hint, &plan, hand.now) else {
        panic!("a hint is asked for")
    };
    let round = hand.room.round;
    hand.click(Button::Left, 3, 0);
    assert_eq!(hand.status(), Status::Won);
    hand.room.take(round, question.answer(&Stop::new()), hand.now);
    assert!(matches!(hand.room.panel, SidePanel::Words) && hand.room.table.help.hints == 0);
    // And what was stopped says so.
    let mut hand = Hand::dealt(
        WantedGame { no_guess: Some("full".parse().unwrap()), ..WantedGame::default() },
        5,
    );
    let asked = hand.room.want(Intent::Act, &plan, hand.now);
    assert!(matches!(asked, Some(Effect::Ask(_))) && hand.room.waiting.is_some());
    hand.keys(" ");
    assert!(hand.said().contains("Wait for the board"), "{}", hand.said());
    let stopped = hand.room.want(Intent::Close, &plan, hand.now);
    assert!(matches!(stopped, Some(Effect::Stop)) && hand.room.waiting.is_none());
}

#[test]
fn the_clock_runs_from_the_first_opening_to_the_end() {
    let mut hand = Hand::on(&layout!["M . . . ."], false);
    let second = Duration::from_secs(1);
    let elapsed = |hand: &Hand| hand.room.table.clock.elapsed(hand.now).as_secs();
    hand.click(Button::Right, 0, 0);
    hand.now += second;
    assert_eq!(elapsed(&hand), 0);
    hand.click(Button::Left, 1, 0);
    hand.now += 3 * second;
    assert_eq!(elapsed(&hand), 3);
    hand.click(Button::Left, 3, 0);
    hand.now += second;
    assert_eq!((hand.status(), elapsed(&hand)), (Status::Won, 3));
}

/// Small screens scroll, and the cursor is always seen; on a torus it goes round.
#[test]
fn small_screens_scroll() {
    let wanted = WantedGame { level: Level::EXPERT, ..WantedGame::default() };
    let mut hand = Hand::dealt(wanted, 1);
    hand.size = (30, 12);
    hand.want(Intent::Last);
    assert_eq!(hand.room.cursor, surefoot_rules::Point { x: 29, y: 15 });
    let screen = hand.screen(true);
    assert!(screen.contains("15 ") && screen.contains("29"), "{screen}");
    hand.want(Intent::Scroll(0, -9)).want(Intent::Scroll(-90, 0));
    assert_eq!(hand.plan().from.0, 0);
    hand.want(Intent::Move(1, 0));
    assert_eq!(hand.room.cursor.x, 29, "there is an edge");
    let torus = WantedGame { neighbourhood: Neighbourhood::Torus, ..wanted };
    let mut hand = Hand::dealt(torus, 1);
    hand.want(Intent::Last).want(Intent::Move(1, 1));
    assert_eq!(hand.room.cursor, surefoot_rules::Point { x: 0, y: 0 });
}

/// Without colours every cell has a sign; nothing is told by colour alone.
#[test]
fn without_colours_signs_tell_all() {
    let mut hand = Hand::on(&layout!["M . . . . M"], false);
    hand.click(Button::Left, 1, 0).click(Button::Right, 0, 0).keys("p");
    let plain = hand.screen(false);
    for sign in ["F", "[F]", "1"] {
        assert!(plain.contains(sign), "no {sign} in\n{plain}");
    }
    assert!(plain.contains("33"), "the odds of the sea\n{plain}");
    hand.keys("p");
    assert!(hand.screen(false).contains('#'), "{}", hand.screen(false));
    hand.click(Button::Left, 5, 0);
    let end = hand.screen(false);
    assert!(end.contains('X') && end.contains('F'), "{end}");
}

/// A long proof on a small screen: the step that is looked at is seen.
#[test]
fn the_step_that_is_looked_at_is_seen() {
    let mut hand = Hand::on(&layout!["M . . . ."], false);
    hand.size = (30, 10);
    hand.click(Button::Left, 1, 0).want(Intent::Home).keys("w");
    assert!(hand.screen(true).contains("> 1. A layout"), "{}", hand.screen(true));
    hand.keys("]");
    assert!(hand.screen(true).contains("> 2. A layout"), "{}", hand.screen(true));
}
