/** Where a key leads in a row or column of `count` items; null where the key moves nothing. */
export function nextIndex(key: string, index: number, count: number, wraps: boolean): number | null {
  if (count === 0) return null;
  const moved = { ArrowDown: index + 1, ArrowRight: index + 1, ArrowUp: index - 1, ArrowLeft: index - 1 };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (!(key in moved)) return null;
  const target = moved[key as keyof typeof moved];
  return wraps ? (target + count) % count : Math.min(count - 1, Math.max(0, target));
}
