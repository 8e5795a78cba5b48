import { formatCount } from './format.ts';

/** A count with its noun: `1 row`, `2,000 rows`. */
export function plural(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
