// David Hill's Java solver as an engine of docs/protocol.md.
//
//   git clone https://github.com/DavidNHill/Minesweeper
//   javac -d hill -sourcepath Minesweeper/Asynchronous/src:Minesweeper/MinesweeperGameState/src:Minesweeper/MineSweeperSolver/src adapters/Hill.java
//   surefoot check-engine 'java -cp hill Hill'
//
// A solver is made anew for every position, so an answer depends on the position alone; settings are those of its
// bulk runs (SMALL_ANALYSIS, no flags). Its first click is its own, a corner; or 3,3 where an opening is promised, as
// its author advises.

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;

import minesweeper.gamestate.GameStateModel;
import minesweeper.settings.GameSettings;
import minesweeper.solver.Solver;
import minesweeper.solver.settings.PlayStyle;
import minesweeper.solver.settings.SettingsFactory;
import minesweeper.solver.settings.SolverSettings;
import minesweeper.solver.utility.BinomialCache;
import minesweeper.structure.Action;
import minesweeper.structure.Location;

public class Hill {
    /** A position that somebody else plays. */
    static class Position extends GameStateModel {
        private final String[] rows;
        private final boolean opening;

        Position(String[] rows, int mines, boolean opening) {
            super(GameSettings.create(rows[0].length(), rows.length, mines));
            this.rows = rows;
            this.opening = opening;
            for (int y = 0; y < rows.length; y++) {
                for (int x = 0; x < rows[y].length(); x++) {
                    if (Character.isDigit(rows[y].charAt(x))) {
                        if (getGameState() == NOT_STARTED) {
                            start(new Location(x, y));
                        }
                        setRevealed(x, y);
                    }
                }
            }
        }

        @Override protected int queryHandle(int x, int y) { return rows[y].charAt(x) - '0'; }
        @Override public boolean safeOpening() { return opening; }
        @Override public boolean supports3BV() { return false; }
        @Override protected void calculate3BV() {}
        @Override protected void startHandle(Location place) {}
        @Override protected void placeFlagHandle(Location place) {}
        @Override protected boolean clearSquareHitMine(Location place) { return false; }
        @Override protected boolean clearSurroundHandle(Location place) { return true; }
    }

    private static final BinomialCache CACHE = new BinomialCache(5000, 500, Solver.binomialEngine);

    static String answer(String[] rows, Map<String, String> game) {
        boolean opening = "opening".equals(game.get("promise"));
        Position position = new Position(rows, Integer.parseInt(game.get("mines")), opening);
        SolverSettings settings = SettingsFactory.GetSettings(SettingsFactory.Setting.SMALL_ANALYSIS);
        if (opening && rows.length > 7 && rows[0].length() > 7) {
            settings.setStartLocation(new Location(3, 3));
        }
        Solver solver = new Solver(position, settings, false);
        solver.setPlayStyle(PlayStyle.NO_FLAG);
        solver.setBinomialCache(CACHE);
        solver.start();
        StringBuilder certain = new StringBuilder();
        Action guess = null;
        for (Action action : solver.getResult()) {
            if (action.getAction() != Action.CLEAR) {
                continue;
            }
            if (action.isCertainty() && position.getGameState() != GameStateModel.NOT_STARTED) {
                certain.append(certain.length() == 0 ? "play open " : "; open ");
                certain.append(action.x).append(',').append(action.y).append(" certain");
            } else if (guess == null) {
                guess = action;
            }
        }
        if (certain.length() > 0) {
            return certain.toString();
        }
        if (guess == null) {
            return "error the solver has no move";
        }
        String info = String.format("info safety %.9f why %s%n", guess.getBigProb().doubleValue(), guess.getMoveMethod());
        return info.replace("\r", "") + "play open " + guess.x + "," + guess.y;
    }

    public static void main(String[] words) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false);
        System.setOut(System.err); // standard output is for the protocol
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Map<String, String> game = new HashMap<>();
        String[] rows = {"*"};
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] part = line.trim().split("\\s+");
            switch (part[0]) {
                case "hello": out.println("name Hill\nversion " + Solver.VERSION + "\nhello 1"); break;
                case "isready": out.println("readyok"); break;
                case "newgame":
                    game.clear();
                    for (int at = 1; at + 1 < part.length; at += 2) {
                        game.put(part[at], part[at + 1]);
                    }
                    break;
                case "position": rows = part[1].split("/"); break;
                case "go":
                    try {
                        out.println(answer(rows, game));
                    } catch (Exception error) {
                        out.println("error " + error);
                    }
                    break;
                case "quit": System.exit(0);
                default: break;
            }
            out.flush();
        }
        System.exit(0);
    }
}
