import type { Bound, Target } from './area.ts';

/** A figure of a case: the id of the case, and that of the figure. */
type FigureOf = readonly [caseId: string, figureId: string];

/** A target that the median of one figure has to keep to; without decimals unless it says how many. */
export function limit(
  title: string,
  [caseId, figureId]: FigureOf,
  { unit, digits = 0, ...bound }: Bound & { readonly unit: string; readonly digits?: number },
): Target {
  return { title, unit, digits, bound, value: (median) => median(caseId, figureId) };
}

/** A target for how often the median of one figure contains that of another. */
export function ratio(
  title: string,
  one: FigureOf,
  other: FigureOf,
  { unit = '×', digits = 2, ...bound }: Bound & { readonly unit?: string; readonly digits?: number },
): Target {
  return { title, unit, digits, bound, value: (median) => median(...one) / median(...other) };
}
