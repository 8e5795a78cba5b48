import type { ChartParts } from '#renderer/ui/chart/chart-options.ts';
import type { Layer } from '#renderer/ui/chart/painter.ts';
import { shareOf } from '#shared/throttle/simulation/figures.ts';
import type { GroupResult } from '#shared/throttle/simulation/types.ts';
import { binCentres } from './chart-parts.ts';
import { ghostCellsLayer } from './ghost.ts';
import type { GroupBins } from './request-bins.ts';

/** Refused share of a group in a bin; −1: it offered nothing. */
export function shareIn({ bins }: GroupResult, bin: number): number {
  const refused = bins.refused[bin] ?? 0;
  const offered = (bins.accepted[bin] ?? 0) + refused;
  return offered === 0 ? -1 : shareOf(refused, offered);
}

function sharesOf(group: GroupResult): readonly number[] {
  return group.bins.accepted.map((_, bin) => shareIn(group, bin));
}

/** The cells of former groups beside those of now, in rows of the same groups; null: they were counted in other pieces. */
function formerShares(groups: readonly GroupResult[], former: readonly GroupResult[]) {
  const byKey = new Map(former.map((group) => [group.key, group]));
  const found = groups.map(({ key }) => byKey.get(key));
  const isAlike = groups.every(({ bins }, at) => {
    const before = found[at];
    return before === undefined || before.bins.accepted.length === bins.accepted.length;
  });
  return isAlike ? found.map((group) => (group === undefined ? [] : sharesOf(group))) : null;
}

/**
 * Refused share by group and bin: a cell is hatched as far up as requests were refused; what offered nothing stays empty.
 * Groups of a former outcome are outlined where they were filled otherwise.
 */
export function heatParts(
  { groups, fromSeconds, binSeconds }: GroupBins,
  former: readonly GroupResult[] = [],
): ChartParts {
  const rows = Math.max(1, groups.length);
  const shown = groups.map(sharesOf);
  const before = formerShares(groups, former);
  const layer: Layer = ({ context, ratio, box, xOf, yOf, colour, hatch }) => {
    const pattern = hatch();
    shown.forEach((shares, row) => {
      const top = yOf(rows - row);
      const height = Math.max(ratio, yOf(rows - row - 1) - top - ratio);
      shares.forEach((share, bin) => {
        const x = xOf(fromSeconds + bin * binSeconds);
        const width = Math.max(
          ratio,
          xOf(fromSeconds + (bin + 1) * binSeconds) - x - (shares.length > 400 ? 0 : ratio),
        );
        if (share < 0 || x > box.left + box.width || x + width < box.left) return;
        context.fillStyle = colour('fill-1');
        context.fillRect(x, top, width, height);
        if (share === 0) return;
        context.fillStyle = pattern;
        context.fillRect(x, top + height * (1 - share), width, height * share);
      });
    });
  };
  return {
    xs: binCentres(binSeconds, shown[0]?.length ?? 0, fromSeconds),
    series: [],
    scale: { top: rows, lines: [] },
    layers: before === null ? [layer] : [layer, ghostCellsLayer(shown, before, { fromSeconds, binSeconds })],
    hasTimeAxis: true,
  };
}
