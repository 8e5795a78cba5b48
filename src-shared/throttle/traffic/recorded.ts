/** How a column of a log comes back in the request that is simulated. */
export const columnRoles = [
  'method',
  'uri',
  'remoteAddress',
  'header',
  'attribute',
  /** The answer that the log tells of: nothing of it is in a request. */
  'status',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** A column of a log: each text once, and by shape the place of its text in the list; −1: it has none. */
export interface TraceColumn {
  readonly name: string;
  readonly role: ColumnRole;
  readonly texts: readonly string[];
  readonly codes: ArrayLike<number>;
}

/** Recorded requests that differ in nothing but their time are of one shape. */
export interface TraceShapes {
  /** Index of the class by shape. */
  readonly client: ArrayLike<number>;
  readonly columns: readonly TraceColumn[];
}

/** The text of a column for a shape; undefined: it has none. */
export function textOf({ texts, codes }: TraceColumn, shape: number): string | undefined {
  const code = codes[shape] ?? -1;
  return code < 0 ? undefined : texts[code];
}

/** Tests whether a value from outside can be used as shapes of recorded requests. */
export function isTraceShapes(value: unknown): value is TraceShapes {
  if (typeof value !== 'object' || value === null) return false;
  const { client, columns } = value as Partial<Record<keyof TraceShapes, unknown>>;
  return isIndexList(client, 0) && Array.isArray(columns) && columns.every(isColumn);
}

function isColumn(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { name, role, texts, codes } = value as Partial<Record<keyof TraceColumn, unknown>>;
  if (typeof name !== 'string' || !columnRoles.includes(role as ColumnRole)) return false;
  const isTexts = Array.isArray(texts) && texts.every((text) => typeof text === 'string');
  return isTexts && isIndexList(codes, -1);
}

function isIndexList(value: unknown, least: number): boolean {
  if (!Array.isArray(value) && !(value instanceof Int32Array)) return false;
  return value.every((item: unknown) => Number.isInteger(item) && (item as number) >= least);
}
