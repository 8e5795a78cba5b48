import type { TimeView } from '#renderer/ui/chart/scales.ts';

/** Returns the new position of the chart cursor after a key, in seconds; null: the key does not move it. */
export function movedCursor(
  key: { readonly key: string; readonly shiftKey: boolean },
  at: number,
  view: TimeView,
  binSeconds: number,
): number | null {
  const by = binSeconds * (key.shiftKey ? 10 : 1);
  const length = view.untilSeconds - view.fromSeconds;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: at - by,
    ArrowRight: at + by,
    ArrowDown: at - by,
    ArrowUp: at + by,
    PageDown: at - length / 4,
    PageUp: at + length / 4,
    Home: view.fromSeconds,
    End: view.untilSeconds,
  };
  return steps[key.key] ?? null;
}
