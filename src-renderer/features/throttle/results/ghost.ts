import type { Layer } from '#renderer/ui/chart/painter.ts';
import type { Series } from '#shared/throttle/simulation/types.ts';
import type { GroupBins, RequestBins } from './request-bins.ts';

/** Where bars ended before the last edit: an outline over those of now, where both count in the same pieces. */
export function ghostLayer(values: Series, { fromSeconds, binSeconds }: RequestBins): Layer {
  return ({ context, ratio, xOf, yOf, colour }) => {
    context.strokeStyle = colour('muted');
    context.lineWidth = 1.5 * ratio;
    context.beginPath();
    context.moveTo(xOf(fromSeconds), yOf(0));
    values.forEach((value, bin) => {
      const y = yOf(value);
      context.lineTo(xOf(fromSeconds + bin * binSeconds), y);
      context.lineTo(xOf(fromSeconds + (bin + 1) * binSeconds), y);
    });
    context.stroke();
  };
}

/** Requests that were allowed before the last edit, in the pieces of what is shown; null: it was counted in others. */
export function ghostOf(bins: RequestBins, former: RequestBins | null): Series | null {
  const isAlike =
    former !== null && former.binSeconds === bins.binSeconds && former.fromSeconds === bins.fromSeconds;
  return isAlike ? former.accepted : null;
}

/** The mean level of the same group before the last edit, from the beginning on. */
export interface FormerLevel {
  readonly level: Series;
  readonly binSeconds: number;
}

/** The mean level before the last edit. */
export function ghostLevelLayer({ level, binSeconds }: FormerLevel): Layer {
  return ({ context, ratio, xOf, yOf, colour }) => {
    context.strokeStyle = colour('muted');
    context.lineWidth = 1.5 * ratio;
    context.beginPath();
    level.forEach((value, bin) => {
      const x = xOf((bin + 0.5) * binSeconds);
      if (bin === 0) context.moveTo(x, yOf(value));
      else context.lineTo(x, yOf(value));
    });
    context.stroke();
  };
}

/** The refused share of each cell, by rows of groups; −1: no request. */
type CellShares = readonly (readonly number[])[];
type CellPieces = Pick<GroupBins, 'fromSeconds' | 'binSeconds'>;

/** How far the cells of a heat map were filled before: an outline where that is not as far as now. */
export function ghostCellsLayer(
  now: CellShares,
  before: CellShares,
  { fromSeconds, binSeconds }: CellPieces,
): Layer {
  const rows = Math.max(1, now.length);
  return ({ context, ratio, box, xOf, yOf, colour }) => {
    context.strokeStyle = colour('text');
    context.lineWidth = 1.5 * ratio;
    before.forEach((shares, row) => {
      const top = yOf(rows - row);
      const height = Math.max(ratio, yOf(rows - row - 1) - top - ratio);
      shares.forEach((share, bin) => {
        const x = xOf(fromSeconds + bin * binSeconds);
        const width = xOf(fromSeconds + (bin + 1) * binSeconds) - x - ratio;
        if (share < 0 || share === now[row]?.[bin] || x > box.left + box.width || x + width < box.left)
          return;
        const filled = height * share;
        context.strokeRect(
          x + ratio,
          top + height - filled,
          width - 2 * ratio,
          Math.max(ratio, filled - ratio),
        );
      });
    });
  };
}
