import { createReadStream } from 'node:fs';
import type { ArtefactFacts, UntoldPlace } from '#main/services/contract/pure/index.ts';
import { resolveFindings, unknownRule, untoldPlaces } from '#main/services/contract/pure/index.ts';
import type { ArtefactKind, LintFinding } from '#shared/contract/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import { lintHar } from '../reading/har-reader.ts';
import { isHar, readArtefact } from '../reading/read-artefact.ts';
import { headOf, textOf } from '../reading/text-file.ts';
import type { LintSession } from './lint-context.ts';

/** Bytes that are read of a HAR document at once. */
const pieceBytes = 1_048_576;

/** The findings of one artefact, with the counts for coverage; plain data. */
export interface LintedSource {
  readonly file: string;
  readonly kind: ArtefactKind;
  readonly findings: readonly LintFinding[];
  readonly counts: Omit<ArtefactFacts, 'found' | 'untold'>;
  readonly errors: readonly Problem[];
  /** Requests whose address or body, or a value that a rule asks for, is only known when they run. */
  readonly untold: readonly UntoldPlace[];
}

export interface LintOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number | null) => void;
}

/** The counts for coverage where nothing was looked at. */
export const noCounts: LintedSource['counts'] = {
  omitted: [],
  requests: 0,
  known: 0,
  otherHosts: 0,
  hosts: new Map(),
  unknown: new Map(),
  targets: new Set(),
};

/** Lints a text; one that cannot be read is an error, with its place. */
export function lintText(
  session: LintSession,
  file: string,
  text: string,
  kind: ArtefactKind | null,
): LintedSource {
  try {
    const {
      kind: found,
      facts,
      suppressions,
      untold = [],
      locate,
    } = readArtefact(file, text, kind, session.reader);
    const run = session.linter.begin();
    for (const fact of facts) run.see(fact);
    const seen = run.end();
    const source = linted(file, found, seen, { locate, suppressions });
    const unsure = [
      ...untold.map((each) => ({ ...each, by: null })),
      ...seen.untold.map(({ location, ...call }) => ({ line: locate(location).line ?? 1, ...call })),
    ];
    const known = new Set(session.linter.rules.map(({ id }) => id));
    const errors = suppressions
      .filter(({ rule }) => !known.has(rule))
      .map(({ rule, line }) => unknownRule(rule, file, line).toProblem());
    return { ...source, errors, untold: untoldPlaces(file, unsure) };
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    return unread(file, kind ?? 'json', error);
  }
}

/** Lints a file of this machine; a HAR document is streamed, whatever its size. `file` is what findings call it. */
export async function lintFile(
  session: LintSession,
  path: string,
  file: string,
  kind: ArtefactKind | null,
  options: LintOptions = {},
): Promise<LintedSource> {
  try {
    if (kind !== 'har' && (kind !== null || !isHar(file, await headOf(path))))
      return lintText(session, file, await textOf(path, file), kind);
    const { facts, errors } = await lintHar(
      piecesOf(path, options),
      file,
      session.linter,
      session.reader.hosts,
    );
    const locate = ({ pointer, range, entry }: Parameters<Located>[0]) => ({
      file,
      ...range,
      ...(pointer === undefined ? {} : { pointer }),
      ...(entry === undefined ? {} : { entry }),
    });
    return { ...linted(file, 'har', facts, { locate, suppressions: [] }), errors };
  } catch (error) {
    if (error instanceof GatehouseError) return unread(file, kind ?? 'json', error);
    if (!(error instanceof Error && 'errno' in error)) throw error;
    return unread(file, kind ?? 'json', notReadable(file, error));
  }
}

type Located = Parameters<typeof resolveFindings>[0]['locate'];

function linted(
  file: string,
  kind: ArtefactKind,
  facts: ArtefactFacts,
  parts: Pick<Parameters<typeof resolveFindings>[0], 'locate' | 'suppressions'>,
): LintedSource {
  const { found: _found, untold: _untold, ...counts } = facts;
  return {
    file,
    kind,
    findings: resolveFindings({ file, kind, facts, ...parts }),
    counts,
    errors: [],
    untold: [],
  };
}

/** A source that could not be read, with why. */
export function unread(file: string, kind: ArtefactKind, error: GatehouseError): LintedSource {
  return { file, kind, findings: [], counts: noCounts, errors: [error.toProblem()], untold: [] };
}

async function* piecesOf(path: string, { signal, onProgress }: LintOptions): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, { highWaterMark: pieceBytes });
  let done = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    if (signal?.aborted === true) throw new GatehouseError('engine.stopped', 'The linter was stopped.');
    done += piece.length;
    onProgress?.(done, null);
    yield piece;
  }
}

function notReadable(file: string, cause: unknown): GatehouseError {
  return new GatehouseError('contract.unreadable', `${file} cannot be read.`, {
    fix: 'Check that the file exists and is readable.',
    location: { file },
    cause,
  });
}
