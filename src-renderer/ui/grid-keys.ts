/** The effect of a key in a grid of rows: moves the cursor to a row, with or without the selection. */
export interface GridMove {
  readonly to: number;
  readonly extends: boolean;
}

type GridKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Where a key leads from row `at` of `count` rows, `page` rows at a time; null: the key moves nothing. */
export function gridMove(event: GridKey, at: number, count: number, page: number): GridMove | null {
  if (count === 0 || event.altKey || event.ctrlKey || event.metaKey) return null;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at < 0 ? count - 1 : at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  };
  const to = steps[event.key];
  return to === undefined ? null : { to: Math.min(count - 1, Math.max(0, to)), extends: event.shiftKey };
}
