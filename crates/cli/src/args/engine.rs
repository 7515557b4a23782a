//! `surefoot engine` and `check-engine`: a player as a program, and programs as players.

pub(super) const HELP: &str =
    "Lines come on standard input and answers go to standard output, as docs/protocol.md says.
Any program that speaks so plays wherever a player can be named: cmd:COMMAND.

Examples:
  surefoot engine exact
  surefoot match exact 'cmd:surefoot engine exact' --games 100
  surefoot watch 'cmd:python3 my_engine.py' --level 9x9/10";

pub(super) const CHECK_HELP: &str =
    "The program is started and tried: hello, readiness, positions without history, lines it cannot
know, whole games of everything it says it plays, its claims of certainty, and shutdown. Each try
passes, fails, or is noted; docs/protocol.md is the standard.

Examples:
  surefoot check-engine 'python3 examples/engine.py'
  surefoot check-engine 'surefoot engine surefoot' --json
  surefoot check-engine hill --engines engines.toml";
