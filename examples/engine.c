/* A Minesweeper engine in C: the two oldest rules, else the cell that looks safest to the clues
 * beside it. Speaks docs/protocol.md.
 *
 *   cc -O2 -o engine examples/engine.c
 *   surefoot match queue cmd:./engine --games 1000
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN, SAFE, MINE };

static int width, height, mines;
static char *tiles; /* one character per cell, row by row */
static char *known; /* UNKNOWN, SAFE or MINE */

/* The cells beside a cell; says how many. */
static int around(int cell, int beside[8]) {
    int x = cell % width, y = cell / width, count = 0;
    for (int j = y - 1; j <= y + 1; j++)
        for (int i = x - 1; i <= x + 1; i++)
            if (i >= 0 && i < width && j >= 0 && j < height && (i != x || j != y))
                beside[count++] = j * width + i;
    return count;
}

static int closed(int cell) { return tiles[cell] == '*' || tiles[cell] == 'F'; }

/* What a clue still needs, and the cells that it may lie in. */
static int left(int clue, int open[8], int *count) {
    int beside[8], all = around(clue, beside), need = tiles[clue] - '0';
    *count = 0;
    for (int k = 0; k < all; k++)
        if (closed(beside[k])) {
            if (known[beside[k]] == MINE) need--;
            else if (known[beside[k]] == UNKNOWN) open[(*count)++] = beside[k];
        }
    return need;
}

static void deduce(void) {
    for (int news = 1; news;) {
        news = 0;
        for (int cell = 0; cell < width * height; cell++) {
            int open[8], count, need;
            if (tiles[cell] < '0' || tiles[cell] > '8') continue;
            need = left(cell, open, &count);
            if (count && (need == 0 || need == count)) {
                for (int k = 0; k < count; k++) known[open[k]] = need ? MINE : SAFE;
                news = 1;
            }
        }
    }
}

/* The danger of every cell is the worst that a clue beside it says; in the sea, the density. */
static int safest(double *safety) {
    int cells = width * height, hidden = 0, found = 0, best = -1;
    double least = 2;
    for (int cell = 0; cell < cells; cell++) {
        hidden += closed(cell) && known[cell] == UNKNOWN;
        found += known[cell] == MINE;
    }
    for (int cell = 0; cell < cells; cell++) {
        int beside[8], open[8], count, all = around(cell, beside);
        double danger = -1;
        if (tiles[cell] != '*' || known[cell] != UNKNOWN) continue;
        for (int k = 0; k < all; k++)
            if (tiles[beside[k]] >= '0' && tiles[beside[k]] <= '8') {
                double share = left(beside[k], open, &count);
                if (share / count > danger) danger = share / count;
            }
        if (danger < 0) danger = mines < 0 ? 0.5 : (double)(mines - found) / hidden;
        if (danger < least) least = danger, best = cell;
    }
    *safety = least < 0 ? 1 : least > 1 ? 0 : 1 - least;
    return best;
}

static void go(void) {
    int said = 0;
    double safety;
    memset(known, UNKNOWN, width * height);
    deduce();
    for (int cell = 0; cell < width * height; cell++)
        if (known[cell] == SAFE && tiles[cell] == '*')
            printf("%s %d,%d certain", said++ ? "; open" : "play open", cell % width, cell / width);
    if (!said) {
        int cell = safest(&safety);
        if (cell < 0) printf("error no cell is left");
        else printf("info safety %.4f\nplay open %d,%d", safety, cell % width, cell / width);
    }
    printf("\n");
}

static void position(const char *rows) {
    int at = 0;
    for (; *rows && *rows != ' ' && *rows != '\n' && at < width * height; rows++)
        if (*rows != '/') tiles[at++] = *rows;
}

static void newgame(char *line) {
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        char *value = strtok(NULL, " \n");
        if (!value) break;
        if (!strcmp(word, "size")) sscanf(value, "%dx%d", &width, &height);
        if (!strcmp(word, "mines")) mines = *value == '?' ? -1 : atoi(value);
    }
    tiles = realloc(tiles, width * height);
    known = realloc(known, width * height);
    memset(tiles, '*', width * height);
}

/* Whether a line begins with this word. */
static int says(const char *line, const char *word) {
    size_t length = strlen(word);
    return !strncmp(line, word, length) && strchr(" \r\n", line[length]);
}

int main(void) {
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0 && !says(line, "quit")) {
        if (says(line, "hello")) printf("name two rules in C\nversion 1\nhello 1\n");
        else if (says(line, "isready")) printf("readyok\n");
        else if (says(line, "newgame")) newgame(line + 8);
        else if (says(line, "position")) position(line + 9);
        else if (says(line, "go")) go();
        fflush(stdout);
    }
    return 0;
}
