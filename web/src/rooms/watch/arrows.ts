// How the engine's chains of influence look: bold where few clues decide, fainter the
// further back.
import type { Chains } from '../../../engine/engine.js';
import type { Arrow } from '../../board/ink';
import { BOLD_ARROWS, FADING } from '../../tunables';

export function arrows({ arrows }: Chains): Arrow[] {
  const nearest = arrows.filter(({ back }) => back === 0).length;
  const crowd = Math.min(1, BOLD_ARROWS / nearest);
  return arrows.map(({ from, to, back }) => ({ from, to, strength: back === 0 ? crowd : 1 / (1 + FADING * back) }));
}
