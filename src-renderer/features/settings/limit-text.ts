import { isJsonObject } from '#shared/workspace/json-pointer.ts';

/** A limit as it is typed: requests a second, and after a stroke the burst; empty where there is none. */
export function limitText(value: unknown): string {
  if (!isJsonObject(value)) return '';
  const { requestsPerSecond, burst } = value;
  if (typeof requestsPerSecond !== 'number') return '';
  return typeof burst === 'number' ? `${requestsPerSecond}/${burst}` : String(requestsPerSecond);
}

/** Reads `40` or `40/10`; null: no limit, undefined: it is neither. */
export function parseLimit(text: string): unknown {
  if (text === '') return null;
  const [, rate = '', burst] = /^(\d+(?:\.\d+)?)(?:\s*\/\s*(\d+))?$/.exec(text) ?? [];
  const requestsPerSecond = Number(rate);
  if (rate === '' || requestsPerSecond <= 0) return undefined;
  if (burst === undefined) return { requestsPerSecond };
  return Number(burst) < 1 ? undefined : { requestsPerSecond, burst: Number(burst) };
}
