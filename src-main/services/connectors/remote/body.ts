import { formatForm } from '#shared/oauth/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { type Fields, mediaTypeOf } from './fields.ts';

/** A body as it is sent, and the field that goes with it. */
export interface EncodedBody {
  /** null: none. */
  readonly text: string | null;
  /** Empty where the fields of the request name the type already. */
  readonly fields: Fields;
}

const formType = 'application/x-www-form-urlencoded';

/** Writes a body as the Content-Type among `fields` says; JSON where there is none. */
export function encodeBody(body: JsonValue | undefined, fields: Fields): EncodedBody {
  if (body === undefined) return { text: null, fields: [] };
  const type = mediaTypeOf(fields);
  if (type === '') return { text: JSON.stringify(body), fields: [['Content-Type', 'application/json']] };
  if (type === formType && isObject(body)) return { text: formatForm(formPairs(body)), fields: [] };
  const isJson = type === 'application/json' || type.endsWith('+json');
  return { text: typeof body === 'string' && !isJson ? body : JSON.stringify(body), fields: [] };
}

/** Lists are sent as repeated fields, objects as JSON; null is left out. */
function formPairs(body: Readonly<Record<string, JsonValue>>): readonly (readonly [string, string])[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const values: readonly JsonValue[] = Array.isArray(value) ? value : [value];
    return values
      .filter((each) => each !== null)
      .map((each) => [name, typeof each === 'string' ? each : JSON.stringify(each)] as const);
  });
}

function isObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
