import { createDateReader } from '../dates/date-reader.ts';
import { inferFormats } from '../dates/infer-formats.ts';

const patterns = {
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  email: /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/,
  /** Language, script and region of BCP 47; three letters alone are a word. */
  locale: /^(?:[a-z]{2}|[a-z]{2,3}(?:[-_][a-z]{4})?[-_](?:[a-z]{2}|\d{3}))$/i,
} as const;

/** The recognisable shapes of values. */
export type ValueShape = keyof typeof patterns | 'date';

/** Share of values of a shape, 0 … 1; 0 where there are no values. */
export function shapeShare(values: readonly string[], shape: ValueShape): number {
  if (values.length === 0) return 0;
  const isShape = shape === 'date' ? isDate : (value: string) => patterns[shape].test(value);
  return values.filter(isShape).length / values.length;
}

function isDate(text: string): boolean {
  return inferFormats(text).some((format) => {
    const millis = createDateReader({ format, zone: 'UTC' })?.(text) ?? null;
    return millis !== null;
  });
}
