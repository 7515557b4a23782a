//! The guide tells of every column of a record, in order.

#![allow(clippy::unwrap_used)]

use surefoot_lab::record::Column;

#[test]
fn the_guide_tells_of_every_column() {
    let guide = include_str!("../guide/experiments.md");
    let table = guide.split("\n\n").find(|part| part.starts_with("| column |")).unwrap();
    let names = table.lines().map(|row| row.split(" | ").next().unwrap());
    let told: Vec<&str> = names.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    let all = Column::of_games(&[]).filter(|&column| column != Column::Value);
    let all: Vec<&str> = all.chain([Column::Check]).map(Column::name).collect();
    assert_eq!(told, all);
}
