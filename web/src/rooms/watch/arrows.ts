// How the engine's chains of influence look: bold where few clues decide, fainter the
// further back.
import type { Chains } from '../../../engine/engine.js';
import type { Arrow } from '../../board/ink';

export function arrows({ arrows }: Chains): Arrow[] {
  const nearest = arrows.filter(({ back }) => back === 0).length;
  const crowd = Math.min(1, 4 / nearest);
  return arrows.map(({ from, to, back }) => ({ from, to, strength: back === 0 ? crowd : 1 / (1 + 0.6 * back) }));
}
