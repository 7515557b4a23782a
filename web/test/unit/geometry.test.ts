import { describe, expect, it } from 'vitest';
import { Geometry, name, type Shape, step } from '../../src/board/geometry';

const shape = (width: number, height: number, neighbourhood: string): Shape => ({ width, height, neighbourhood });

describe('cells and points', () => {
  for (const neighbourhood of ['square8', 'hex', 'torus']) {
    for (const ratio of [1, 1.5, 2.625]) {
      it(`find each other on ${neighbourhood} at ratio ${ratio}`, () => {
        const geometry = new Geometry(shape(7, 5, neighbourhood), 23, ratio);
        for (let cell = 0; cell < 35; cell++) {
          const { x, y } = geometry.centre(cell);
          expect(geometry.hit(x / ratio, y / ratio)).toBe(cell);
          expect(Number.isInteger(geometry.corner(cell).x)).toBe(true);
        }
        expect(geometry.hit(-1, 5)).toBeUndefined();
        expect(geometry.hit(geometry.boardWidth + 1, 5)).toBeUndefined();
      });
    }
  }

  it('a hexagon ends where its neighbour begins', () => {
    const geometry = new Geometry(shape(4, 4, 'hex'), 40, 1);
    // Just right of the middle between two of a row.
    expect(geometry.hit(79, 20)).toBe(1);
    expect(geometry.hit(81, 20)).toBe(2);
    // The second row is half a cell to the right.
    expect(geometry.hit(41, 58)).toBe(4);
  });

  it('the span holds every cell that shows, and not the whole board', () => {
    for (const neighbourhood of ['square8', 'hex']) {
      const geometry = new Geometry(shape(200, 200, neighbourhood), 20, 2);
      const span = geometry.span(1000, 1500, 300, 200);
      for (let x = 1001; x < 1299; x += 7) {
        for (let y = 1501; y < 1699; y += 7) {
          const cell = geometry.hit(x, y);
          if (cell === undefined) continue;
          const [column, row] = [cell % 200, Math.floor(cell / 200)];
          expect(column >= span.left && column < span.right && row >= span.top && row < span.bottom).toBe(true);
        }
      }
      expect((span.right - span.left) * (span.bottom - span.top)).toBeLessThan(18 * 18);
    }
  });
});

it('arrows stop at the edge, except on a torus', () => {
  expect(step(shape(3, 3, 'square8'), 0, -1, 0)).toBe(0);
  expect(step(shape(3, 3, 'square8'), 0, 1, 0)).toBe(1);
  expect(step(shape(3, 3, 'torus'), 0, -1, 0)).toBe(2);
  expect(step(shape(3, 3, 'torus'), 0, 0, -1)).toBe(6);
});

it('cells are named column, row', () => {
  expect(name(shape(30, 16, 'square8'), 31)).toBe('1,1');
});
