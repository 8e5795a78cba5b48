import { assertNever } from '#shared/errors/index.ts';
import { toBinaryText, unescapeBytes } from '#shared/flows/binary.ts';
import type { RequestField, RequestTemplate } from '#shared/flows/request.ts';
import { parseTemplate } from '#shared/flows/template.ts';
import { formEncode } from '#shared/oauth/index.ts';
import {
  fitsWord,
  type ShellPart,
  type ShellText,
  shellComment,
  shellWord,
  shellWrite,
} from '#shared/shell/shell-word.ts';
import type { ShellValues } from './shell-values.ts';

/** Headers that curl adds itself, and right: they are written only where they were changed. */
const implied: ReadonlyMap<string, string> = new Map([
  ['host', '{{host}}'],
  ['content-length', '{{content_length}}'],
  ['connection', 'close'],
]);
/** Headers that curl would add, and the request did not have. */
const ownHeaders = ['Accept', 'Expect', 'User-Agent'];

/** File in which a step keeps the result of its request, below the working folder. */
export interface ShellTargets {
  readonly file: string;
  /** Name of the browser whose cookies are kept; null: none. */
  readonly browser: string | null;
}

/** A request as one call of curl, byte for byte as far as curl lets it. */
export function curlCall(
  request: RequestTemplate,
  values: ShellValues,
  { file, browser }: ShellTargets,
): string {
  const { text: target, isPlain } = requestTarget(request, values);
  const origin = templateText(request.origin, values, 'text') ?? [];
  const lost = fitsWord(target) ? [] : ['parts of the target'];
  // The name of a browser may come from a file, and is not trusted to be a name of one.
  const jar = browser === null ? null : `$work/${browser.replace(/[^A-Za-z0-9_-]/g, '_')}.jar`;
  const headers = request.headers.flatMap((field) => headerLine(field, values, browser !== null, lost));
  const names = new Set(request.headers.map(({ name, isOmitted }) => (isOmitted ? '' : name.toLowerCase())));
  const body = bodyText(request.body, values);
  const removed = [...ownHeaders, ...(body === null ? [] : ['Content-Type'])].filter(
    (name) => !names.has(name.toLowerCase()),
  );
  // Each value follows its option: an address that begins with a hyphen would be an option itself.
  const lines = [
    'curl --silent --show-error --http1.1 --globoff --path-as-is',
    `--request ${shellWord(templateText(request.method, values, 'text') ?? [])}`,
    `--dump-header "$work/${file}.head" --output "$work/${file}.body"`,
    ...(jar === null ? [] : [`--cookie "${jar}" --cookie-jar "${jar}"`]),
    ...headers.map((header) => `--header ${header}`),
    ...removed.map((name) => `--header ${name}:`),
    ...(body === null ? [] : ['--data-binary @-']),
    ...(isPlain
      ? [`--url ${shellWord([...origin, ...target])}`]
      : [`--request-target ${shellWord(target)}`, `--url ${shellWord([...origin, { bytes: '/' }])}`]),
  ];
  const call = lines.join(' \\\n    ');
  const notes = lost.map((name) => `  ${shellComment(`Omitted, because curl cannot send it: ${name}`)}\n`);
  return `${notes.join('')}  ${body === null ? '' : `${shellWrite(body)} |\n    `}${call}`;
}

/** Path and query; `isPlain` where curl would not change them in an address. */
export function requestTarget(
  { path, query }: RequestTemplate,
  values: ShellValues,
): { readonly text: ShellText; readonly isPlain: boolean } {
  const before = templateText(path, values, 'raw') ?? [];
  const pairs = pairsText(query, values);
  const separator = path.includes('?') ? '&' : '?';
  const text = pairs === null ? before : [...before, { bytes: separator }, ...pairs];
  return { text, isPlain: text.every((part) => !('bytes' in part) || /^[!"$-~]*$/.test(part.bytes)) };
}

function headerLine(field: RequestField, values: ShellValues, hasJar: boolean, lost: string[]): string[] {
  const { name, value, encoding, isOmitted } = field;
  if (isOmitted || implied.get(name.toLowerCase()) === value) return [];
  if (hasJar && name.toLowerCase() === 'cookie') return [];
  const way = encoding === 'raw' ? 'raw' : 'text';
  const [key, text] = [templateText(name, values, way), templateText(value, values, way)];
  if (key === null || text === null) return [];
  // curl takes a header without a value for one to remove, unless a semicolon ends it.
  const line = text.length === 0 ? [...key, { bytes: ';' }] : [...key, { bytes: ': ' }, ...text];
  if (fitsWord(line)) return [shellWord(line)];
  lost.push(name);
  return [];
}

function bodyText(body: RequestTemplate['body'], values: ShellValues): ShellText | null {
  switch (body.kind) {
    case 'none':
      return null;
    case 'form':
      return pairsText(body.fields, values) ?? [];
    case 'text':
      return templateText(body.text, values, body.encoding === 'raw' ? 'raw' : 'text') ?? [];
    default:
      return assertNever(body);
  }
}

function pairsText(fields: readonly RequestField[], values: ShellValues): ShellText | null {
  const pairs = fields.flatMap(({ name, value, encoding, isOmitted }) => {
    if (isOmitted) return [];
    const way = encoding === 'raw' ? 'raw' : 'form';
    const [key, text] = [templateText(name, values, way), templateText(value, values, way)];
    if (text === null) return [];
    return [way === 'raw' && name === '' ? text : [...(key ?? []), { bytes: '=' }, ...text]];
  });
  if (pairs.length === 0) return null;
  return pairs.flatMap((pair, index) => (index === 0 ? pair : [{ bytes: '&' }, ...pair]));
}

/** How the text of a template becomes bytes: as UTF-8, with escapes read, or encoded as a form. */
type Way = 'text' | 'raw' | 'form';

/** A template for the shell; null where an optional value is missing. */
export function templateText(template: string, values: ShellValues, way: Way): ShellText | null {
  if (!values.isComplete(template)) return null;
  return parseTemplate(template).flatMap((part): readonly ShellPart[] => {
    if (typeof part === 'string') return [{ bytes: bytesOf(part, way) }];
    const bound = values.bound(part, way === 'form' ? 'form' : null);
    return bound === null ? [] : [bound];
  });
}

function bytesOf(text: string, way: Way): string {
  switch (way) {
    case 'text':
      return toBinaryText(text);
    case 'raw':
      return unescapeBytes(text);
    case 'form':
      return formEncode(text);
    default:
      return assertNever(way);
  }
}
