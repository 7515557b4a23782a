// Chains of influence: which clues led to a step, which steps had opened those clues,
// and so on back to a guess. Seed 004's idea, from the notes that players make.
import type { Step } from '../engine/engine.js';
import type { Arrow } from './board/ink';

/** Links further back than this are not drawn; they would cover the board. */
const DEEPEST = 12;
const MOST = 160;

export interface Link {
  from: number;
  to: number;
  depth: number;
}

export class Influence {
  /** The step that opened each cell. */
  private readonly openedBy = new Map<number, number>();
  private readonly steps: { cell: number; because: readonly number[]; length: number }[] = [];

  add(step: Step): void {
    const number = this.steps.length;
    const cell = step.action.act === 'declare' ? -1 : step.action.cell;
    const lengths = step.because.map((clue) => this.lengthAt(clue));
    const length = step.because.length === 0 ? 0 : 1 + Math.max(...lengths);
    this.steps.push({ cell, because: step.because, length });
    for (const opened of step.turn.changed) if (!this.openedBy.has(opened)) this.openedBy.set(opened, number);
  }

  private lengthAt(clue: number): number {
    const by = this.openedBy.get(clue);
    return by === undefined ? 0 : (this.steps[by]?.length ?? 0);
  }

  /** Edges on the longest path that ends at a step; guesses are roots. */
  length(step: number): number {
    return this.steps[step]?.length ?? 0;
  }

  longest(): number {
    return Math.max(0, ...this.steps.map(({ length }) => length));
  }

  /** The links that led to a step, the nearest first. */
  chain(step: number): Link[] {
    const links: Link[] = [];
    const seen = new Set<number>();
    let ring = [step];
    for (let depth = 0; depth < DEEPEST && ring.length > 0 && links.length < MOST; depth++) {
      const next: number[] = [];
      for (const number of ring) {
        const at = this.steps[number];
        if (!at || seen.has(number)) continue;
        seen.add(number);
        for (const clue of at.because) {
          links.push({ from: clue, to: at.cell, depth });
          const by = this.openedBy.get(clue);
          if (by !== undefined) next.push(by);
        }
      }
      ring = next;
    }
    return links.slice(0, MOST);
  }

  /** Arrows for the board: bold where few clues decide, faint further back. */
  arrows(step: number): Arrow[] {
    const links = this.chain(step);
    const nearest = links.filter(({ depth }) => depth === 0).length;
    const crowd = Math.min(1, 4 / nearest);
    return links.map(({ from, to, depth }) => {
      const strength = depth === 0 ? crowd : 1 / (1 + 0.6 * depth);
      return { from, to, strength };
    });
  }
}
