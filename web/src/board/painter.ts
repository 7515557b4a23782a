// Cells as pictures. Each picture is drawn once per size, skin and palette and then
// copied: a screen of small cells is thousands of copies, which is quick, where
// thousands of texts and paths would not be.
import { PERCENT_CELL, USUAL_PROBABILITY } from '../tunables';
import type { Geometry } from './geometry';
import { type Brush, cross, disc, lines } from './lines';

/** What a cell looks like: a symbol of a drawing, or `mine` and `wrong flag` when a game is over. */
export type Glyph = string;

/** What is known of a closed cell. */
export interface Knowledge {
  /** Of a mine; exactly 0 or 1 where it is certain. */
  probability: number;
  dead: boolean;
  best: boolean;
}

const COLOURS = [
  'open',
  'open-line',
  'hidden',
  'hidden-light',
  'hidden-dark',
  'flag',
  'mine',
  'boom',
  'safe',
  'danger',
  'best',
  'ink',
  'dead',
  'n0',
  'n1',
  'n2',
  'n3',
  'n4',
  'n5',
  'n6',
  'n7',
  'n8',
  'mark',
  'target',
  'clash',
  'arrow',
  'veil',
  'rim',
  'proved-safe',
  'proved-mine',
  'hover',
] as const;
export type Colour = (typeof COLOURS)[number];
export type Palette = Record<Colour, string>;

/** How cells are drawn: `contrast` says everything by shapes. */
export type Skin = 'modern' | 'classic' | 'contrast';

/** What hands are doing to a cell. */
export type Handling = 'alone' | 'hovered' | 'pressed';

/** The colours as the style sheet has them now. */
export function palette(of: HTMLElement): Palette {
  const probe = document.createElement('i');
  // Else the system would answer with its one colour of texts for all of them.
  probe.style.setProperty('forced-color-adjust', 'none');
  of.append(probe);
  const style = getComputedStyle(probe);
  const colour = (name: Colour) => {
    probe.style.color = `var(--${name})`;
    return style.color;
  };
  const found = Object.fromEntries(COLOURS.map((name) => [name, colour(name)])) as Palette;
  probe.remove();
  return found;
}

/** A percentage that never claims certainty. */
export function percent(probability: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * probability)));
}

/** How strongly a cell is tinted, safer or more dangerous than usual. */
function tint(probability: number): number {
  const usual = USUAL_PROBABILITY;
  const away = probability < usual ? (usual - probability) / usual : (probability - usual) / (1 - usual);
  return 0.65 * away;
}

type Canvas = { picture: HTMLCanvasElement; brush: Brush };

export class Painter {
  private readonly pictures = new Map<string, HTMLCanvasElement>();

  constructor(
    private readonly geometry: Geometry,
    private readonly colours: Palette,
    private readonly skin: Skin,
  ) {}

  private get classic(): boolean {
    return this.skin === 'classic';
  }

  /** The picture of a cell. */
  picture(symbol: string, known: Knowledge | undefined, handling: Handling): HTMLCanvasElement {
    const key = `${symbol} ${known ? this.kind(known) : ''} ${handling}`;
    let picture = this.pictures.get(key);
    if (!picture) {
      picture = this.paint(symbol, known, handling);
      this.pictures.set(key, picture);
    }
    return picture;
  }

  private kind({ probability, dead, best }: Knowledge): string {
    const shade = probability === 0 ? 'safe' : probability === 1 ? 'mine' : percent(probability);
    return `${shade}${dead ? ' dead' : ''}${best ? ' best' : ''}`;
  }

  private blank(): Canvas {
    const picture = document.createElement('canvas');
    picture.width = this.geometry.unit;
    picture.height = this.geometry.cellHeight;
    const brush = picture.getContext('2d');
    if (!brush) throw new Error('this browser cannot draw the board');
    brush.textAlign = 'center';
    brush.textBaseline = 'middle';
    return { picture, brush };
  }

  /** A cell in one colour, drawn in by so many pixels. */
  private fill(brush: Brush, colour: string | CanvasGradient, inset: number, round: number): void {
    brush.fillStyle = colour;
    this.outline(brush, inset, round);
    brush.fill();
  }

  /** The rim of a cell; its line, and how far in it lies, in parts of the cell. */
  private rim(brush: Brush, colour: string, width: number, inset: number, round: number): void {
    const { unit } = this.geometry;
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    this.outline(brush, unit * inset, unit * round);
    brush.stroke();
  }

  /** The outline of a cell, drawn in by so many pixels. */
  private outline(brush: Brush, inset: number, round: number): void {
    const { unit, cellHeight, hex } = this.geometry;
    brush.beginPath();
    if (!hex) {
      brush.roundRect(inset, inset, unit - 2 * inset, unit - 2 * inset, round);
      return;
    }
    const [cx, cy] = [unit / 2, cellHeight / 2];
    const [rx, ry] = [cx - inset, cy - inset];
    for (let corner = 0; corner < 6; corner++) {
      const angle = (Math.PI / 3) * corner - Math.PI / 2;
      const x = cx + (rx / Math.cos(Math.PI / 6)) * Math.cos(angle);
      brush.lineTo(x, cy + ry * Math.sin(angle));
    }
    brush.closePath();
  }

  private paint(symbol: string, known: Knowledge | undefined, handling: Handling): HTMLCanvasElement {
    const { picture, brush } = this.blank();
    const closed = symbol === '*' || symbol === 'F' || symbol === 'wrong flag';
    if (handling === 'pressed') {
      this.paintOpen(brush, this.colours['open-line']);
      return picture;
    }
    if (closed) this.paintHidden(brush);
    else this.paintOpen(brush, symbol === 'M' ? this.colours.boom : this.colours.open);
    if (known) this.paintKnown(brush, known, symbol === 'F');
    this.paintSymbol(brush, symbol, known !== undefined);
    if (handling === 'hovered') this.paintHover(brush);
    return picture;
  }

  /** The cell under the pointer has a rim. */
  private paintHover(brush: Brush): void {
    const { unit } = this.geometry;
    if (unit / this.geometry.ratio < 9) return;
    this.rim(brush, this.colours.hover, Math.max(1, unit * 0.07), 0.07, 0.14);
  }

  private paintHidden(brush: Brush): void {
    const { unit, hex } = this.geometry;
    const { hidden } = this.colours;
    const light = this.colours['hidden-light'];
    const dark = this.colours['hidden-dark'];
    if (this.skin === 'contrast') {
      // A raised key: a full frame, where an open cell has a hair line.
      this.fill(brush, this.colours.open, 0, 0);
      this.fill(brush, hidden, unit * 0.1, unit * 0.1);
      this.rim(brush, light, Math.max(1.5, unit * 0.09), 0.1, 0.1);
      return;
    }
    if (!this.classic || hex) {
      this.fill(brush, this.colours.open, 0, 0);
      const gap = Math.max(0.5, unit * 0.035);
      const sheen = brush.createLinearGradient(0, 0, 0, this.geometry.cellHeight);
      sheen.addColorStop(0, light);
      sheen.addColorStop(0.5, hidden);
      sheen.addColorStop(1, this.classic ? dark : hidden);
      this.fill(brush, unit < 12 ? hidden : sheen, gap, unit * 0.16);
      return;
    }
    const edge = Math.max(1, Math.round(unit * 0.1));
    brush.fillStyle = dark;
    brush.fillRect(0, 0, unit, unit);
    brush.fillStyle = light;
    lines(brush, [0, 0, unit, 0, unit - edge, edge, edge, unit - edge, 0, unit]);
    brush.fill();
    brush.fillStyle = hidden;
    brush.fillRect(edge, edge, unit - 2 * edge, unit - 2 * edge);
  }

  private paintOpen(brush: Brush, fill: string): void {
    const { unit, hex } = this.geometry;
    const line = Math.max(1, Math.round(this.geometry.ratio));
    this.fill(brush, this.colours['open-line'], 0, 0);
    if (this.classic && !hex) {
      brush.fillStyle = fill;
      brush.fillRect(line, line, unit - line, unit - line);
    } else this.fill(brush, fill, line / 2, unit < 12 ? 0 : unit * 0.08);
  }

  /** Tint and figure; shapes say the same as colours. */
  private paintKnown(brush: Brush, { probability, dead, best }: Knowledge, flagged: boolean): void {
    const { unit, cellHeight } = this.geometry;
    const { safe, danger, ink } = this.colours;
    const [cx, cy] = [unit / 2, cellHeight / 2];
    const certain = probability === 0 || probability === 1;
    brush.save();
    this.outline(brush, Math.max(1, unit * 0.06), unit * 0.14);
    brush.clip();
    brush.globalAlpha = certain ? 0.85 : tint(probability);
    brush.fillStyle = probability < USUAL_PROBABILITY ? safe : danger;
    if (this.skin !== 'contrast') brush.fillRect(0, 0, unit, cellHeight);
    brush.globalAlpha = 1;
    if (dead) {
      brush.strokeStyle = this.colours.dead;
      brush.lineWidth = Math.max(1, unit * 0.05);
      for (let at = -unit; at < 2 * unit; at += unit * 0.28) {
        lines(brush, [at, cellHeight, at + unit, cellHeight - unit]);
        brush.stroke();
      }
    }
    brush.restore();
    if (best) this.rim(brush, this.colours.best, Math.max(2, unit * 0.1), 0.08, 0.16);
    if (flagged) return;
    if (certain) {
      const reach = unit * 0.2;
      brush.strokeStyle = ink;
      brush.lineWidth = Math.max(1.5, unit * 0.1);
      brush.lineCap = 'round';
      const tick = [cx - reach, cy, cx - reach * 0.3, cy + reach * 0.7, cx + reach, cy - reach * 0.8];
      if (probability === 0) lines(brush, tick);
      else cross(brush, cx, cy, reach);
      brush.stroke();
    } else if (unit / this.geometry.ratio >= PERCENT_CELL) {
      brush.fillStyle = ink;
      brush.font = `600 ${Math.round(unit * 0.42)}px system-ui, sans-serif`;
      brush.fillText(String(percent(probability)), cx, cy + unit * 0.03);
    }
  }

  private paintSymbol(brush: Brush, symbol: string, known: boolean): void {
    if (symbol === '*' || symbol === '0') return;
    const { unit, cellHeight } = this.geometry;
    const [cx, cy] = [unit / 2, cellHeight / 2];
    if (symbol === 'F' || symbol === 'wrong flag') {
      this.paintFlag(brush, cx, cy, known ? unit * 0.8 : unit);
      if (symbol === 'wrong flag') this.paintCross(brush, cx, cy);
      return;
    }
    if (symbol === 'M' || symbol === 'mine') {
      this.paintMine(brush, cx, cy);
      return;
    }
    const number = Number.parseInt(symbol, 36);
    const shade = symbol === '?' ? 'n0' : `n${Math.min(number, 8)}`;
    brush.fillStyle = this.colours[shade as Colour];
    const font = this.classic ? 'Verdana, "DejaVu Sans", sans-serif' : 'system-ui, sans-serif';
    brush.font = `${this.classic ? 900 : 700} ${Math.round(unit * 0.62)}px ${font}`;
    const text = symbol === '?' ? '?' : String(number);
    brush.fillText(text, cx, cy + unit * 0.04);
  }

  private paintFlag(brush: Brush, cx: number, cy: number, unit: number): void {
    brush.strokeStyle = this.colours.ink;
    brush.fillStyle = this.colours.ink;
    brush.lineWidth = Math.max(1, unit * 0.08);
    lines(brush, [cx + unit * 0.06, cy - unit * 0.28, cx + unit * 0.06, cy + unit * 0.24]);
    brush.stroke();
    brush.fillRect(cx - unit * 0.18, cy + unit * 0.2, unit * 0.42, unit * 0.09);
    brush.fillStyle = this.colours.flag;
    const mast = cx + unit * 0.1;
    lines(brush, [mast, cy - unit * 0.32, mast, cy + unit * 0.04, cx - unit * 0.26, cy - unit * 0.14]);
    brush.fill();
  }

  private paintMine(brush: Brush, cx: number, cy: number): void {
    const { unit } = this.geometry;
    brush.fillStyle = this.colours.mine;
    brush.strokeStyle = this.colours.mine;
    brush.lineWidth = Math.max(1, unit * 0.07);
    for (let spike = 0; spike < 4; spike++) {
      const angle = (Math.PI / 4) * spike;
      const [dx, dy] = [Math.cos(angle) * unit * 0.34, Math.sin(angle) * unit * 0.34];
      lines(brush, [cx - dx, cy - dy, cx + dx, cy + dy]);
      brush.stroke();
    }
    disc(brush, cx, cy, unit * 0.23);
    brush.fillStyle = this.colours.open;
    disc(brush, cx - unit * 0.08, cy - unit * 0.08, unit * 0.06);
  }

  private paintCross(brush: Brush, cx: number, cy: number): void {
    const { unit } = this.geometry;
    brush.strokeStyle = this.colours.boom;
    brush.lineWidth = Math.max(1.5, unit * 0.09);
    cross(brush, cx, cy, unit * 0.34);
    brush.stroke();
  }
}
