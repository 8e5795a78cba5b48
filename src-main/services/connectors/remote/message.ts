import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { maxResponseBytes, tooLarge } from '#main/platform/client-request.ts';
import type { RemoteResponse } from '#shared/connectors/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { formatForm } from '#shared/oauth/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';

/** Header fields in the order of the wire. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** Fields of several sources: of those of one name the last source that has it is sent. RFC 9110 §5.1 */
export function mergeFields(...sources: readonly Fields[]): Fields {
  const merged: (readonly [name: string, value: string])[] = [];
  // Lists are short: looking through them costs less than a map.
  const names: string[] = [];
  for (const source of sources) {
    const seen: string[] = [];
    for (const field of source) {
      const name = field[0].toLowerCase();
      const at = seen.includes(name) ? -1 : names.indexOf(name);
      seen.push(name);
      if (at < 0) {
        merged.push(field);
        names.push(name);
      } else {
        merged[at] = field;
        for (let last = names.lastIndexOf(name); last > at; last = names.lastIndexOf(name)) {
          merged.splice(last, 1);
          names.splice(last, 1);
        }
      }
    }
  }
  return merged;
}

const flattened = new WeakMap<Fields, string[]>();

/** Name, value, name, value, …: the same list for the same fields. It may not be changed. */
export function flatFields(fields: Fields): string[] {
  const known = flattened.get(fields);
  if (known !== undefined) return known;
  const flat = fields.flat();
  flattened.set(fields, flat);
  return flat;
}

/** The first value of a field; null: there is none. */
export function fieldOf(fields: Fields, name: string): string | null {
  const lower = name.toLowerCase();
  return fields.find(([each]) => each.toLowerCase() === lower)?.[1] ?? null;
}

/** Fields but for those of some names, which are given in lower case. */
export function withoutFields(fields: Fields, names: ReadonlySet<string>): Fields {
  return fields.filter(([name]) => !names.has(name.toLowerCase()));
}

/** Essence of a Content-Type in lower case; empty: none. RFC 9110 §8.3.1 */
export function mediaTypeOf(fields: Fields): string {
  return (fieldOf(fields, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

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

/** An answer that is packed more often than this is made to be costly. */
const maxCodings = 3;

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;
const unpackInflate: Unpack = promisify(inflate);
const unpackRaw: Unpack = promisify(inflateRaw);

/** Content codings that are read. RFC 9110 §8.4.1 */
const codings: Readonly<Record<string, Unpack>> = {
  identity: async (bytes) => bytes,
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  br: promisify(brotliDecompress),
  // Some servers leave out the wrapper that the name implies. RFC 9110 §8.4.1.2
  deflate: (bytes, options) =>
    ((bytes[0] ?? 0) & 0x0f) === 8 ? unpackInflate(bytes, options) : unpackRaw(bytes, options),
};

/** The content codings listed in Accept-Encoding. */
export const acceptedCodings = 'gzip, deflate, br';

/** Takes the content codings off a body, if it has any. @throws upstream.too-large, upstream.invalid-response */
export function unpack(bytes: Buffer, fields: Fields): Buffer | Promise<Buffer> {
  const named = fieldOf(fields, 'content-encoding');
  return named === null ? bytes : unpackCodings(bytes, named.split(','));
}

async function unpackCodings(bytes: Buffer, named: readonly string[]): Promise<Buffer> {
  const used = named.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  if (used.length > maxCodings)
    throw unreadable(`The response has ${used.length} content codings, which is too many.`);
  let unpacked = bytes;
  for (const name of used.toReversed()) {
    const coding = Object.hasOwn(codings, name) ? codings[name] : undefined;
    if (coding === undefined)
      throw unreadable(`The response uses the content coding ${name}, which the request does not accept.`);
    if (unpacked.length > 0) unpacked = await attempt(coding, unpacked, name);
  }
  return unpacked;
}

async function attempt(coding: Unpack, bytes: Buffer, name: string): Promise<Buffer> {
  try {
    return await coding(bytes, { maxOutputLength: maxResponseBytes });
  } catch (cause) {
    if (cause instanceof RangeError) throw tooLarge();
    throw unreadable(`The response cannot be decompressed with ${name}.`, cause);
  }
}

/** An answer as text, and as JSON where it is that. */
export function readResponse(status: number, headers: Fields, bytes: Buffer): RemoteResponse {
  const text = textOf(bytes, headers);
  return { status, headers, text, json: parseJson(text) };
}

/** Digits outside of texts, so many that a number of them may be rounded. */
const longNumber = /[\s:[,-]\d{16}/;
const longDigits = 16;
const [zero, nine] = [48, 57];

/** True if a text holds a number that may be rounded. Checking every sixteenth character finds any run of sixteen digits. */
function hasLongNumber(text: string): boolean {
  for (let index = longDigits - 1; index < text.length; index += longDigits) {
    const code = text.charCodeAt(index);
    if (code >= zero && code <= nine && isAmongLongDigits(text, index)) return longNumber.test(text);
  }
  return false;
}

function isAmongLongDigits(text: string, at: number): boolean {
  const isDigit = (index: number) => text.charCodeAt(index) >= zero && text.charCodeAt(index) <= nine;
  let [first, end] = [at, at + 1];
  while (end - first < longDigits && first > 0 && isDigit(first - 1)) first -= 1;
  while (end - first < longDigits && isDigit(end)) end += 1;
  return end - first >= longDigits;
}

const wholeNumber = /^-?\d+$/;

/** A uid may be a whole number that numbers of JavaScript cannot hold: it becomes a text of its digits. RFC 8259 §6 */
function exactly(_name: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isRounded = typeof value === 'number' && !Number.isSafeInteger(value);
  return isRounded && source !== undefined && wholeNumber.test(source) ? source : value;
}

/** Reads the text of a body as JSON, whole numbers beyond 2^53 as texts; undefined: it is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    if (text === '') return undefined;
    return (hasLongNumber(text) ? JSON.parse(text, exactly) : JSON.parse(text)) as JsonValue;
  } catch {
    return undefined;
  }
}

function textOf(bytes: Buffer, fields: Fields): string {
  const type = fieldOf(fields, 'content-type') ?? '';
  const charset = type.includes(';') ? /charset\s*=\s*"?([^\s";]+)/i.exec(type)?.[1] : undefined;
  if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8Of(bytes);
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return utf8Of(bytes);
  }
}

/** A mark of the byte order is none of the text. */
function utf8Of(bytes: Buffer): string {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    ? bytes.toString('utf8', 3)
    : bytes.toString('utf8');
}

function unreadable(message: string, cause?: unknown): GatehouseError {
  return new GatehouseError('upstream.invalid-response', message, {
    fix: 'Set disableHttpCompression to true to request uncompressed responses.',
    cause,
  });
}
