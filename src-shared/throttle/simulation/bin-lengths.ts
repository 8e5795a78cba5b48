/** The lengths that a piece of time may have, in seconds: those that a person would choose. */
const roundSeconds = [
  0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800,
  3_600, 7_200, 10_800, 21_600, 43_200, 86_400,
] as const;

/** The shortest round length by which a time is cut into so many pieces at most; null: even days are too many. */
export function roundBinSeconds(durationSeconds: number, maxBins: number): number | null {
  return roundSeconds.find((seconds) => durationSeconds / seconds <= maxBins + 1e-9) ?? null;
}

/** Pieces of time in a view of a chart: the last one may reach beyond its end. */
export interface ViewBins {
  readonly fromSeconds: number;
  readonly untilSeconds: number;
  readonly binSeconds: number;
}

/**
 * The pieces in which a part of the time is counted: of a round length, beginning at a multiple of it; null where the
 * pieces of the whole, `binSeconds` long, are no longer than those would be.
 */
export function finerBins(
  view: { readonly fromSeconds: number; readonly untilSeconds: number },
  binSeconds: number,
  maxBins: number,
): ViewBins | null {
  const length = roundBinSeconds(view.untilSeconds - view.fromSeconds, maxBins);
  if (length === null || length >= binSeconds) return null;
  const round = (bins: number) => Number((bins * length).toPrecision(12));
  return {
    fromSeconds: round(Math.max(0, Math.floor(view.fromSeconds / length + 1e-9))),
    untilSeconds: round(Math.ceil(view.untilSeconds / length - 1e-9)),
    binSeconds: length,
  };
}
