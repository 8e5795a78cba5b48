import {
  type Artefact,
  connectorFacts,
  createTextLines,
  dereferenced,
  flowFacts,
  importJobFacts,
  openJsonText,
  parseJsonText,
  type ReaderContext,
  readRequestJson,
  readScript,
  type ScriptLanguage,
  suppressionsIn,
} from '#main/services/contract/pure/index.ts';
import {
  type ArtefactKind,
  type FactLocation,
  type FindingLocation,
  type LintSourceId,
  lintSourceIds,
  lintSources,
  type ReadFact,
} from '#shared/contract/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { formatOfChosenFile, formatOfFile, idsOf } from '#shared/files/index.ts';
import { isJsonObject, type JsonValue } from '#shared/workspace/index.ts';

/** Largest text that is read whole, in characters; HAR documents are streamed. */
const maxTextSize = 16 * 1_048_576;

type Read = Omit<Artefact, 'locate'>;

/** How the text of a file is read; `kind` is its known kind. */
type TextReader = (file: string, text: string, kind: ArtefactKind | null, context: ReaderContext) => Read;

function scriptReader(language: ScriptLanguage): TextReader {
  return (file, text, _kind, { hosts }) => ({
    kind: 'script',
    ...readScript(text, { file, language, hosts }),
  });
}

const readers: Readonly<Record<LintSourceId, TextReader>> = {
  // Streamed where it is a file; as a text it is JSON like any other.
  har: readJson,
  json: readJson,
  shell: scriptReader('shell'),
  http: scriptReader('http'),
  javascript: scriptReader('javascript'),
  groovy: scriptReader('groovy'),
  python: scriptReader('python'),
};

/** Endings of the files that are linted when a folder is. */
export const lintedEndings: ReadonlySet<string> = new Set(
  lintSourceIds.flatMap((id) => lintSources[id].endings),
);

/** Tests whether a file is a HAR document, by its name or by its beginning. */
export function isHar(file: string, head: string): boolean {
  return formatOfFile(lintSources, file) === 'har' || /^\uFEFF?\s*\{\s*"log"\s*:\s*\{/.test(head);
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
  if (text.length > maxTextSize)
    throw new GatehouseError('contract.too-large', `${file} is too large: ${text.length} characters.`, {
      fix: `Split the file. The limit is ${maxTextSize} characters, except for HAR documents.`,
      location: { file },
    });
  const body = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const nul = body.indexOf('\0');
  if (nul >= 0) throw binary(file, body, nul);
  const lines = createTextLines(body);
  const locate = ({ pointer, at = 0, length = 0, range }: FactLocation): FindingLocation => ({
    file,
    ...(range ?? lines.rangeOf(at, length)),
    ...(pointer === undefined ? {} : { pointer }),
  });
  const known = kind === 'json' ? 'json' : formatOfChosenFile(lintSources, file);
  // Documents are known by their kind or by how they begin, whatever their file is called.
  if (known === null && kind === null && !/^\s*[[{]/.test(body)) throw notTaken(file);
  const source = known ?? 'json';
  return { ...readers[source](file, body, kind, context), locate };
}

/** The kinds of document that JSON can hold. */
type JsonKind = Exclude<ArtefactKind, 'har' | 'script' | 'activity'>;

interface JsonDocument {
  readonly file: string;
  readonly text: string;
  readonly value: JsonValue;
  readonly open: () => ReturnType<typeof openJsonText>;
  readonly context: ReaderContext;
}

/** Readers of a document as each kind; null: it is not of that kind. `isTold`: the user says that it is. */
const jsonReaders: Readonly<
  Record<JsonKind, (document: JsonDocument, isTold: boolean) => readonly ReadFact[] | null>
> = {
  connector: ({ value, open, context }, isTold) =>
    isTold || isConnector(value) ? connectorFacts(value, open, context) : null,
  flow: ({ value, open, context }) => flowFacts(value, open, context),
  import: ({ value, open, context }) => importJobFacts(value, open, context),
  // Any document can contain requests; therefore it comes last.
  json: ({ file, text, value, context }) =>
    readRequestJson(dereferenced(value, text, file), text, { file, hosts: context.hosts }),
};

function readJson(file: string, text: string, kind: ArtefactKind | null, context: ReaderContext): Read {
  const json = openJsonText(text);
  const document = { file, text, value: parseJsonText(text, file), open: () => json, context };
  const suppressions = suppressionsIn(text);
  for (const candidate of idsOf(jsonReaders)) {
    if (kind !== null && kind !== candidate && candidate !== 'json') continue;
    const facts = jsonReaders[candidate](document, kind === candidate);
    if (facts !== null) return { kind: candidate, facts, suppressions };
  }
  return { kind: 'json', facts: [], suppressions };
}

function isConnector(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    isJsonObject(value['configurationProperties']) &&
    isJsonObject(value['connectorRef'])
  );
}

function notTaken(file: string): GatehouseError {
  return new GatehouseError('contract.unreadable', `The format of ${file} is not supported.`, {
    fix: `Specify files that end in ${[...lintedEndings].join(', ')}.`,
    location: { file },
  });
}

function binary(file: string, text: string, at: number): GatehouseError {
  const { line, column } = createTextLines(text).rangeOf(at, 0);
  return new GatehouseError(
    'contract.unreadable',
    `${file} is not text: it contains a NUL byte at line ${line}, column ${column}.`,
    { fix: 'Choose the file that contains the requests.', location: { file, line, column } },
  );
}
