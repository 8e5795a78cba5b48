import { z } from 'zod';

const boundsSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(100).max(20_000),
  height: z.int().min(100).max(20_000),
});

/** How the window stood when it was left. */
export const windowPlaceSchema = z.object({
  /** Without being maximised. */
  bounds: boundsSchema,
  isMaximised: z.boolean(),
});

export type Bounds = z.infer<typeof boundsSchema>;
export type WindowPlace = z.infer<typeof windowPlaceSchema>;

/** So much of the upper edge must be on a screen that it can be seen and taken hold of, in pixels. */
const minWidth = 120;
const minHeight = 40;

function overlap(from: number, size: number, otherFrom: number, otherSize: number): number {
  return Math.min(from + size, otherFrom + otherSize) - Math.max(from, otherFrom);
}

function isReachable({ x, y, width }: Bounds, area: Bounds): boolean {
  return (
    overlap(x, width, area.x, area.width) >= minWidth &&
    overlap(y, minHeight, area.y, area.height) >= minHeight
  );
}

/**
 * Where the window is put: where it was, as long as a screen is there; else in the middle of the first screen, no larger
 * than that.
 */
export function placeWindow(
  kept: WindowPlace | null,
  areas: readonly Bounds[],
  usual: { readonly width: number; readonly height: number },
): Bounds {
  if (kept !== null && areas.some((area) => isReachable(kept.bounds, area))) return kept.bounds;
  const { width, height } = kept?.bounds ?? usual;
  const [area] = areas;
  if (area === undefined) return { x: 0, y: 0, width, height };
  const fitted = { width: Math.min(width, area.width), height: Math.min(height, area.height) };
  return {
    x: area.x + Math.round((area.width - fitted.width) / 2),
    y: area.y + Math.round((area.height - fitted.height) / 2),
    ...fitted,
  };
}
