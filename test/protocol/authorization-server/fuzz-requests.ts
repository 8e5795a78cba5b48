import { spoiledProof } from './fuzz-jwts.ts';
import { type SeededRandom, seededRandom } from './fuzz-random.ts';
import { type Pairs, type Template, templates } from './fuzz-templates.ts';
import { type Known, parameterNames, wireValue } from './fuzz-values.ts';

/** One request as bytes, and what a server has to do with it. */
export interface FuzzRequest {
  readonly bytes: Buffer;
  readonly method: string;
  /** Well-formed as HTTP: it has to be answered. Anything else may also end the connection. */
  readonly isWhole: boolean;
}

const methods = [
  'GET',
  'POST',
  'HEAD',
  'PUT',
  'DELETE',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
] as const;
const contentTypes = [
  'application/x-www-form-urlencoded;charset=UTF-8',
  'APPLICATION/X-WWW-FORM-URLENCODED',
  'application/x-www-form-urlencoded; charset=utf-16',
  'application/json',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  ';;;',
  '',
] as const;
const formType = 'application/x-www-form-urlencoded';
const jsonType = 'application/json';

function spoilFields(random: SeededRandom, known: Known, given: Pairs): Pairs {
  const fields = given.map(([name, value]): [string, string] => [name, value]);
  const changes = random.below(4);
  for (let change = 0; change < changes; change += 1) {
    const at = random.below(fields.length);
    const field = fields[at];
    const name = random.chance(80) ? random.pick(parameterNames) : wireValue(random, known);
    if (field === undefined || random.chance(25)) fields.push([name, wireValue(random, known)]);
    else if (random.chance(20)) fields.splice(at, 1);
    else if (random.chance(22))
      fields.push([field[0], random.chance(50) ? field[1] : wireValue(random, known)]);
    else field[1] = wireValue(random, known);
  }
  return fields;
}

const fieldText = (random: SeededRandom, fields: Pairs): string =>
  fields
    .map(([name, value]) => (random.chance(2) ? name : `${name}=${value}`))
    .join(random.chance(97) ? '&' : random.pick(['&&', ';', '&amp;', '\r\n']));

const basic = (text: string): string => `Basic ${Buffer.from(text, 'latin1').toString('base64')}`;

function rightAuthorization(random: SeededRandom, known: Known, { client, token, isProven }: Template) {
  if (client !== undefined) return [basic(client)];
  if (token !== undefined) return [`${isProven === true ? 'DPoP' : 'Bearer'} ${token(known)}`];
  return random.chance(10) ? [`Bearer ${known.accessToken}`] : [];
}

function authorizationHeader(random: SeededRandom, known: Known, template: Template): readonly string[] {
  const right = rightAuthorization(random, known, template);
  if (random.chance(80)) return right;
  const wrong = [
    'Basic',
    'Basic ====',
    'Basic \u00e4\u00f6',
    basic('no colon'),
    basic(`portal-web:${wireValue(random, known)}`),
    basic(`${wireValue(random, known)}:x`),
    basic(random.bytes(12).toString('latin1')),
    `Bearer ${wireValue(random, known)}`,
    'Bearer',
    'Digest username="ann", realm="x"',
    wireValue(random, known),
  ] as const;
  return random.chance(20) ? [...right, random.pick(wrong)] : [random.pick(wrong)];
}

/** Keeps the characters allowed in a header field; anything else is for the malformed requests. RFC 9110 §5.5. */
const fieldValue = (text: string): string => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '').slice(0, 9_000);

function otherHeaders(random: SeededRandom, known: Known): Pairs {
  const headers: Pairs = [];
  if (random.chance(40))
    headers.push(['Cookie', random.chance(70) ? known.cookie : wireValue(random, known)]);
  if (random.chance(15))
    headers.push(['Accept-Language', random.pick(['de, en;q=0.5', '*', ';q=', 'x'.repeat(400)])]);
  if (random.chance(15)) headers.push(['Origin', random.pick(['null', 'http://elsewhere.example', '*', ''])]);
  if (random.chance(8))
    headers.push([
      random.pick(['X-Forwarded-Host', 'X-Forwarded-Proto', 'DPoP', 'Referer']),
      wireValue(random, known),
    ]);
  if (random.chance(4)) headers.push(['Expect', random.pick(['100-continue', '200-maybe'])]);
  if (random.chance(3)) headers.push(['Access-Control-Request-Method', 'POST']);
  return headers;
}

/** Breaks the bytes of a request. */
function breakBytes(random: SeededRandom, whole: Buffer): Buffer {
  switch (random.below(7)) {
    case 0:
      return random.bytes(1 + random.below(400));
    case 1:
      return whole.subarray(0, random.below(whole.length));
    case 2:
      return Buffer.concat([
        whole.subarray(0, whole.length >> 1),
        random.bytes(3),
        whole.subarray(whole.length >> 1),
      ]);
    case 3:
      return Buffer.from(
        whole.toString('latin1').replace(/Content-Length: \d+/, 'Content-Length: 99999'),
        'latin1',
      );
    case 4: {
      const changed = Buffer.from(whole);
      for (let flips = 0; flips < 4; flips += 1) changed[random.below(changed.length)] = random.below(256);
      return changed;
    }
    case 5:
      return Buffer.from(
        whole
          .toString('latin1')
          .replace(/Content-Length: \d+/, 'Transfer-Encoding: chunked\r\nContent-Length: 3'),
        'latin1',
      );
    default:
      return Buffer.from(
        whole.toString('latin1').replaceAll('\r\n', random.pick(['\n', '\r', '\r\n\r\n'])),
        'latin1',
      );
  }
}

function proofFor(random: SeededRandom, known: Known, { method, path, token }: Template): string {
  return spoiledProof(random, known, { method, path, token: token?.(known) ?? null });
}

/** Query and body of a request: its fields where they belong, or elsewhere, or JSON. */
function contentOf(random: SeededRandom, known: Known, { template, method, fields }: Sent) {
  const isJson = template.json !== undefined && random.chance(95);
  const takesBody = method === 'POST' || (method !== 'GET' && method !== 'HEAD' && random.chance(60));
  const inBody = takesBody && !isJson;
  const isElsewhere = random.chance(4);
  const other = random.chance(5) ? `x=${wireValue(random, known)}` : '';
  const form = inBody && !isElsewhere ? fields : '';
  const text = isJson ? (template.json?.(known, random) ?? '') : form;
  return {
    query: inBody === isElsewhere ? fields : other,
    body: Buffer.from(text, random.chance(90) ? 'utf8' : 'latin1'),
    type: takesBody ? (isJson ? jsonType : formType) : null,
  };
}

interface Sent {
  readonly template: Template;
  readonly method: string;
  readonly fields: string;
}

function targetOf(random: SeededRandom, { path: right }: Template, query: string): string {
  const path = random.chance(98) ? right : `${right}${random.pick(['/', '//', '%2f', '/..;/', '%00'])}`;
  return query === '' ? path : `${path}?${encodeURI(query).replaceAll('%25', '%').slice(0, 15_000)}`;
}

/** Makes the request with this number of a run. */
export function fuzzRequest(seed: number, index: number, host: string, known: Known): FuzzRequest {
  const random = seededRandom(seed, index);
  const template = random.pick(templates);
  const method = random.chance(94) ? template.method : random.pick(methods);
  const fields = fieldText(random, spoilFields(random, known, template.fields(known, random)));
  const { query, body, type } = contentOf(random, known, { template, method, fields });
  const target = targetOf(random, template, query);
  const headers: Pairs = [['Host', random.chance(97) ? host : 'elsewhere.example']];
  for (const value of authorizationHeader(random, known, template)) headers.push(['Authorization', value]);
  if (type !== null) headers.push(['Content-Type', random.chance(88) ? type : random.pick(contentTypes)]);
  if (template.isProven === true) headers.push(['DPoP', proofFor(random, known, template)]);
  headers.push(...otherHeaders(random, known));
  if (type !== null || body.length > 0) headers.push(['Content-Length', String(body.length)]);
  const lines = headers.map(([name, value]) => `${name}: ${fieldValue(value)}`);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head, 'latin1'), body]);
  const isWhole = random.chance(93);
  return { bytes: isWhole ? whole : breakBytes(random, whole), method, isWhole };
}
