import type { TokenFactory } from '../token-factory.ts';

/** Makes values that count up, so that the owner of one knows the next. */
export function numbered(prefix: string): TokenFactory {
  let last = 100_000;
  return {
    next() {
      last += 1;
      return `${prefix}-${last}`;
    },
  };
}
