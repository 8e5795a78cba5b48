import type uPlot from 'uplot';
import type { ChartTheme, ChartToken } from './chart-theme.ts';

/** Draws elements other than lines and bars into a plot: steps, marks, cells. Lengths are in CSS pixels. */
export interface Painter {
  /** Of the plot, in pixels of the canvas: for very many parts. */
  readonly context: CanvasRenderingContext2D;
  readonly box: uPlot.BBox;
  readonly ratio: number;
  readonly xOf: (seconds: number) => number;
  readonly yOf: (value: number) => number;
  readonly colour: (token: ChartToken) => string;
  readonly hatch: () => CanvasPattern | string;
}

export type Layer = (painter: Painter) => void;

/** A hatch on the ground of the plot: refused requests. */
export function hatchOf({ colours }: ChartTheme, ratio: number): CanvasPattern | string {
  const tile = document.createElement('canvas');
  const size = Math.round(6 * ratio);
  tile.width = size;
  tile.height = size;
  const context = tile.getContext('2d');
  if (context === null) return colours.refused;
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, size, size);
  context.strokeStyle = colours.refused;
  context.lineWidth = 1.75 * ratio;
  context.beginPath();
  // Three strokes: the corners of one tile are continued by the tiles beside it.
  for (const offset of [-size, 0, size]) {
    context.moveTo(offset - 1, size + 1);
    context.lineTo(offset + size + 1, -1);
  }
  context.stroke();
  return context.createPattern(tile, 'repeat') ?? colours.refused;
}

/** The painter of a plot in its present state. */
export function painterOf(plot: uPlot, theme: ChartTheme, ratio: number): Painter {
  return {
    context: plot.ctx,
    box: plot.bbox,
    ratio,
    xOf: (seconds) => plot.valToPos(seconds, 'x', true),
    yOf: (value) => plot.valToPos(value, 'y', true),
    colour: (token) => theme.colours[token],
    hatch: () => hatchOf(theme, ratio),
  };
}

/** A level that holds from bin to bin, the first of which begins at `fromSeconds`; dashed: a limit, which is nothing that happened. */
export function limitLayer(binSeconds: number, values: readonly number[], fromSeconds = 0): Layer {
  return ({ context, box, ratio, xOf, yOf, colour }) => {
    context.strokeStyle = colour('text');
    context.lineWidth = ratio;
    context.setLineDash([4 * ratio, 3 * ratio]);
    context.beginPath();
    let last = Number.NaN;
    values.forEach((value, bin) => {
      const from = xOf(fromSeconds + bin * binSeconds);
      const until = xOf(fromSeconds + (bin + 1) * binSeconds);
      if (until < box.left || from > box.left + box.width || !Number.isFinite(value)) return;
      const y = Math.round(yOf(value)) + 0.5;
      if (Number.isNaN(last)) context.moveTo(from, y);
      else if (last !== y) context.lineTo(from, y);
      context.lineTo(until, y);
      last = y;
    });
    context.stroke();
    context.setLineDash([]);
  };
}
