import type { ArtefactFacts, HostMatcher, JsonFrame, Linter } from '#main/services/contract/pure/index.ts';
import {
  createTextLines,
  harEntryFact,
  openJsonText,
  type TextLines,
} from '#main/services/contract/pure/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { JsonValue } from '#shared/workspace/index.ts';
import { createHarSplitter, type HarSlice } from './har-splitter.ts';

/** Maximum number of broken entries that are reported one by one. */
const maxErrors = 20;

/** The result of linting a HAR document. */
export interface LintedHar {
  readonly facts: ArtefactFacts;
  readonly entries: number;
  readonly errors: readonly Problem[];
}

/**
 * Lints a HAR document piece by piece: memory holds one entry, whatever the size of the document. A truncated
 * document is an error in addition to the findings so far.
 */
export async function lintHar(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
  file: string,
  linter: Linter,
  hosts: HostMatcher,
): Promise<LintedHar> {
  const splitter = createHarSplitter(file);
  const run = linter.begin();
  const errors: Problem[] = [];
  let entries = 0;
  let broken = 0;
  const see = (slice: HarSlice): void => {
    entries += 1;
    const problem = seeEntry(slice, file, hosts, (fact) => run.see(fact));
    if (problem === null) return;
    broken += 1;
    if (broken <= maxErrors) errors.push(problem);
  };
  try {
    for await (const piece of pieces) for (const slice of splitter.take(piece)) see(slice);
    splitter.end();
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    errors.push(error.toProblem());
  }
  if (broken > maxErrors) errors.push(tooManyBroken(file, broken - maxErrors));
  return { facts: run.end(), entries, errors };
}

function seeEntry(
  { index, bytes, line, column }: HarSlice,
  file: string,
  hosts: HostMatcher,
  see: (fact: Parameters<ReturnType<Linter['begin']>['see']>[0]) => void,
): Problem | null {
  const text = bytes.toString('utf8');
  const frame = frameOf(index, text, line, column);
  let entry: JsonValue;
  try {
    entry = JSON.parse(text) as JsonValue;
  } catch (error) {
    const at = Number(/position (\d+)/.exec(String(error))?.[1] ?? 0);
    return brokenEntry(file, frame, at, 'is not JSON');
  }
  const fact = harEntryFact(entry, () => text, hosts, frame);
  if ('what' in fact) {
    const { at } = openJsonText(text).spanOf(fact.path);
    return brokenEntry(file, frame, at, `${['', ...fact.path].join('.').slice(1)} ${fact.what}`.trim());
  }
  see(fact);
  return null;
}

/** Lines and columns of the document, counted where something is found. */
function frameOf(entry: number, text: string, line: number, column: number): JsonFrame {
  let lines: TextLines | null = null;
  return {
    entry,
    prefix: ['log', 'entries', entry],
    rangeOf(at, length) {
      lines ??= createTextLines(text);
      const range = lines.rangeOf(at, length);
      const shift = (of: number) => (of === 1 ? column - 1 : 0);
      return {
        line: range.line + line - 1,
        column: range.column + shift(range.line),
        endLine: range.endLine + line - 1,
        endColumn: range.endColumn + shift(range.endLine),
      };
    },
  };
}

function brokenEntry(file: string, frame: JsonFrame, at: number, what: string): Problem {
  const { line, column } = frame.rangeOf(at, 0);
  return new GatehouseError(
    'contract.har-invalid',
    `${file}: entry ${frame.entry}, line ${line}, column ${column}: ${what}.`,
    {
      fix: 'Export it again as HAR from the network panel of the browser.',
      location: { file, line, column, pointer: `/log/entries/${frame.entry}` },
    },
  ).toProblem();
}

function tooManyBroken(file: string, more: number): Problem {
  return new GatehouseError('contract.har-invalid', `${file}: ${more} more entries are not valid.`, {
    location: { file },
  }).toProblem();
}
