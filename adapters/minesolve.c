/* minesolve (Tobias Olsson, MIT licence) as an engine of docs/protocol.md.
 *
 *   git clone https://github.com/totte174/minesolve
 *   cc -O3 -march=native -Iminesolve/include -o minesolve-engine adapters/minesolve.c minesolve/src/lib/?*.c -lm
 *   surefoot check-engine './minesolve-engine 2'        the argument is the depth of its search, 1 to 8
 *
 * It plays boards of up to 1024 cells. Where its search is over budget it falls back to approximate probabilities;
 * these are played, but nothing of them is claimed to be certain. It has no first click of its own: here it is a
 * corner, or 3,3 where an opening is promised.
 */
#include <minesolve.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MsBoard board;
static int width, height, mines, depth = 1, torus, inset;
static char rows[MS_MAX_SQUARES * 2];

static void newgame(char *line) {
    torus = inset = 0;
    for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n")) {
        char *value = strtok(NULL, " \n");
        if (!value) break;
        if (!strcmp(word, "size")) sscanf(value, "%dx%d", &width, &height);
        if (!strcmp(word, "mines")) mines = atoi(value);
        if (!strcmp(word, "promise")) inset = strcmp(value, "opening") ? 0 : 3;
        if (!strcmp(word, "neighbourhood")) torus = !strcmp(value, "torus");
    }
}

static void position(const char *line) {
    int at = 0;
    for (; *line && *line != ' ' && *line != '\n' && at < (int)sizeof rows - 1; line++)
        rows[at++] = *line == '/' ? '\n' : *line >= '0' && *line <= '8' ? *line : '.';
    rows[at] = 0;
}

static void go(void) {
    static double mine[MS_MAX_SQUARES];
    MsResult result;
    MsStatus status;
    int certain = 0;
    if (width * height > MS_MAX_SQUARES) {
        printf("error minesolve plays at most %d cells\n", MS_MAX_SQUARES);
        return;
    }
    if (!strpbrk(rows, "012345678")) {
        int x = (width - 1) / 2, y = (height - 1) / 2;
        printf("info why first click\nplay open %d,%d\n", x < inset ? x : inset, y < inset ? y : inset);
        return;
    }
    ms_board_init(&board, width, height, mines, torus);
    ms_board_parse(&board, rows, strlen(rows));
    status = ms_probabilities(&board, mine);
    if (status == MS_OK)
        for (int cell = 0; cell < width * height; cell++)
            if (!board.revealed[cell] && mine[cell] == 0)
                printf("%s %d,%d certain", certain++ ? "; open" : "play open", cell % width, cell / width);
    if (certain) {
        printf("\n");
        return;
    }
    status = ms_solve(&board, depth, &result, NULL);
    for (int less = depth - 1; less > 0 && status > MS_OK_FALLBACK; less--)
        status = ms_solve(&board, less, &result, NULL);
    if (status > MS_OK_FALLBACK) {
        printf("error minesolve gives up with status %d\n", status);
        return;
    }
    if (status == MS_OK && depth == 1) printf("info safety %.9g\n", 1 - result.p_loss);
    printf("play open %d,%d\n", result.move % width, result.move / width);
}

/* Whether a line begins with this word. */
static int says(const char *line, const char *word) {
    size_t length = strlen(word);
    return !strncmp(line, word, length) && strchr(" \r\n", line[length]);
}

int main(int count, char **words) {
    char *line = NULL;
    size_t room = 0;
    if (count > 1) depth = atoi(words[1]);
    while (getline(&line, &room, stdin) > 0 && !says(line, "quit")) {
        if (says(line, "hello"))
            printf("name minesolve %d\nversion %s\nplays win square8 torus exact\nhello 1\n", depth, MINESOLVE_VERSION_STRING);
        else if (says(line, "isready")) printf("readyok\n");
        else if (says(line, "newgame")) newgame(line + 8);
        else if (says(line, "position")) position(line + 9);
        else if (says(line, "go")) go();
        fflush(stdout);
    }
    return 0;
}
