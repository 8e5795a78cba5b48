import {
  type Artefact,
  type ArtefactKind,
  connectorFacts,
  createTextLines,
  dereferenced,
  type FactPlace,
  type FindingLocation,
  flowFacts,
  importJobFacts,
  openJsonText,
  parseJsonText,
  type ReaderContext,
  readRequestJson,
  readScript,
  type ScriptLanguage,
  suppressionsIn,
} from '#shared/contract-history/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { isJsonObject, type JsonValue } from '#shared/workspace/index.ts';

/** Largest text that is read whole, in characters; HAR documents are streamed. */
const largestText = 16 * 1_048_576;

const languages: Readonly<Record<string, ScriptLanguage>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'javascript',
  mts: 'javascript',
  cts: 'javascript',
  tsx: 'javascript',
  groovy: 'groovy',
  gvy: 'groovy',
  sh: 'shell',
  bash: 'shell',
  curl: 'shell',
  txt: 'shell',
  http: 'http',
  rest: 'http',
};

/** Endings of the files that are linted when a folder is. */
export const lintedEndings: ReadonlySet<string> = new Set([
  ...Object.keys(languages).filter((ending) => ending !== 'txt'),
  'json',
  'har',
]);

/** Whether a file is a HAR document, by its name or by how it begins. */
export function isHar(file: string, head: string): boolean {
  return /\.har$/i.test(file) || /^\uFEFF?\s*\{\s*"log"\s*:\s*\{/.test(head);
}

/**
 * Reads what a file contains that the contract says something about.
 * @throws contract.unreadable, contract.too-large, contract.cyclic-reference, each with its place
 */
export function readArtefact(
  file: string,
  text: string,
  kind: ArtefactKind | null,
  context: ReaderContext,
): Artefact {
  if (text.length > largestText)
    throw new GatehouseError('contract.too-large', `${file} has ${text.length} characters.`, {
      fix: `Split it: ${largestText} characters are the most, but for HAR documents.`,
      location: { file },
    });
  const body = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const nul = body.indexOf('\0');
  if (nul >= 0) throw binary(file, body, nul);
  const lines = createTextLines(body);
  const locate = ({ pointer, at = 0, length = 0, range }: FactPlace): FindingLocation => ({
    file,
    ...(range ?? lines.rangeOf(at, length)),
    ...(pointer === undefined ? {} : { pointer }),
  });
  const language = languages[/\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? ''];
  if (language === undefined || kind === 'json') return { ...readJson(file, body, kind, context), locate };
  const read = readScript(body, { file, language, hosts: context.hosts });
  return { kind: 'script', ...read, locate };
}

function readJson(
  file: string,
  text: string,
  kind: ArtefactKind | null,
  context: ReaderContext,
): Omit<Artefact, 'locate'> {
  const value = parseJsonText(text, file);
  const json = openJsonText(text);
  const open = () => json;
  const suppressions = suppressionsIn(text);
  if (kind === 'connector' || (kind === null && isConnector(value)))
    return { kind: 'connector', facts: connectorFacts(value, open, context), suppressions };
  const flow = kind === null || kind === 'flow' ? flowFacts(value, open, context) : null;
  if (flow !== null) return { kind: 'flow', facts: flow, suppressions };
  const job = kind === null || kind === 'import' ? importJobFacts(value, open, context) : null;
  if (job !== null) return { kind: 'import', facts: job, suppressions };
  const whole = dereferenced(value, text, file);
  const facts = readRequestJson(whole, text, { file, hosts: context.hosts });
  return { kind: 'json', facts, suppressions };
}

function isConnector(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    isJsonObject(value['configurationProperties']) &&
    isJsonObject(value['connectorRef'])
  );
}

function binary(file: string, text: string, at: number): GatehouseError {
  const { line, column } = createTextLines(text).rangeOf(at, 0);
  return new GatehouseError(
    'contract.unreadable',
    `${file} is no text: there is a NUL byte at line ${line}, column ${column}.`,
    { fix: 'Choose the file that holds the requests.', location: { file, line, column } },
  );
}
