//! Probabilities on the board: when they are shown, and when not.

use super::Hand;
use crate::play::question::Thought;
use crate::play::wanted::WantedGame;

/// What is promised is not counted as if it were not.
#[test]
fn before_the_first_click_the_promise_is_told() {
    let mut hand = Hand::dealt(WantedGame::default(), 1);
    for key in ["p", "w"] {
        hand.keys(key);
        assert!(hand.said().contains("first click is safe wherever it is"), "{}", hand.said());
        assert!(hand.room.analysis.is_none() && hand.room.overlay);
    }
    hand.keys(" ");
    assert!(hand.room.analysis.is_some(), "and after it they are shown");
}

/// What cannot be counted is not asked for again after every move.
#[test]
fn probabilities_that_are_too_complex_go_away() {
    let mut hand = Hand::dealt(WantedGame::default(), 1);
    hand.keys(" p");
    assert!(hand.room.overlay);
    let round = hand.room.round;
    hand.room.take(round, Thought::Sorry("Too complex, says somebody.".to_owned()), hand.now);
    assert!(hand.room.overlay, "words decide nothing");
    hand.room.take(round, Thought::TooComplex, hand.now);
    assert!(!hand.room.overlay && hand.said().contains("Too complex"), "{}", hand.said());
}
