import { GatehouseError } from '../../errors/index.ts';
import { isJsonObject, type JsonPath } from '../../workspace/json-pointer.ts';
import type { UpdateOperation } from '../configuration/operations.ts';
import { headerOf } from '../mapping/readers.ts';
import { formatPath, type Path, type PathStep } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { ConnectorProblem, JsonObject, RemoteRequest, RemoteResponse } from '../types.ts';
import type { CompiledGet } from './get.ts';
import { type CompiledWriteOperation, type WriteValues, writeRequest } from './write.ts';

/** Location of the whole object in the answer to GET. */
export interface WholeObject {
  /** null: the answer itself. */
  readonly path: Path | null;
  /** The reason why no object can be written whole; null: it can. */
  readonly fault: ConnectorProblem | null;
}

/** Operations that must use the same object structure. */
interface Pair {
  readonly get: CompiledGet | null;
  readonly update: CompiledWriteOperation;
}

const at: JsonPath = ['operations', 'UPDATE', 'sendAll'];

/** Parses `sendAll` of UPDATE; null: attributes are sent as they are. */
export function compileWhole(
  { sendAll }: UpdateOperation,
  pair: Pair,
  report: ProblemReport,
): WholeObject | null {
  if (sendAll === null || sendAll === undefined || sendAll === false) return null;
  const before = report.problems.length;
  const path = sendAll === true ? null : report.path(sendAll.from, [...at, 'from']);
  if (pair.get === null)
    report.add(
      at,
      'connector.whole-object',
      'sendAll requires a GET operation to read the object first.',
      'Configure GET, or set sendAll to false.',
    );
  else if (sendAll === true || path !== null) checkShape(path, pair.get, pair.update, report);
  return { path, fault: report.problems[before] ?? null };
}

/** An attribute that GET reads and UPDATE writes. */
interface SharedAttribute {
  readonly attribute: string;
  /** From the response; several where it is read at one place or else at another. */
  readonly read: readonly Path[];
  /** From the body of the request. */
  readonly written: readonly PathStep[];
}

/** GET and UPDATE must use the same object structure; otherwise a merge would mix up members. */
function checkShape(
  whole: Path | null,
  get: CompiledGet,
  update: CompiledWriteOperation,
  report: ProblemReport,
): void {
  const shared = sharedAttributes(get, update);
  const differing = shared.filter(
    ({ read, written }) => !read.some(({ steps }) => isSame(steps, [...(whole?.steps ?? []), ...written])),
  );
  const part = commonPart(shared);
  const isEveryOne = differing.length === shared.length;
  for (const { attribute, read, written } of differing) {
    report.add(
      at,
      'connector.whole-object',
      `GET reads ${attribute} at ${read.map(({ text }) => text).join(' or ')}, but UPDATE writes it at ${formatPath(written)}${whole === null ? '' : ` of ${whole.text}`}. The two bodies have different structures.`,
      fixFor(attribute, part, isEveryOne),
    );
    // It is the bodies that differ, and not single attributes.
    if (isEveryOne) return;
  }
}

/** Attributes that are only read or only written cannot differ. */
function sharedAttributes(
  { level, steps }: CompiledGet,
  { writers }: CompiledWriteOperation,
): readonly SharedAttribute[] {
  // Those are read from other responses; `/*` claims them only because the schema has them.
  const fromSteps = new Set(steps.map(({ definition }) => definition?.fieldName));
  const readable = level.reader.readers.filter(
    ({ attribute, definition }) => !definition.flags.includes('NOT_READABLE') && !fromSteps.has(attribute),
  );
  return writers.flatMap(({ attribute, path, member }) => {
    const read = readable.filter((reader) => reader.attribute === attribute).map((reader) => reader.path);
    return read.length === 0 ? [] : [{ attribute, read, written: [...path.steps, ...elementSteps(member)] }];
  });
}

function fixFor(attribute: string, part: string | null, isEveryOne: boolean): string {
  if (part === '') return 'Set sendAll to true: the whole response is the object.';
  if (part !== null)
    return `Name the part of the response that is the object: "sendAll": { "from": "${part}" }.`;
  return isEveryOne
    ? 'Set sendAll to false. This object cannot be written back in full.'
    : `Give ${attribute} the same path in GET and UPDATE, or set sendAll to false.`;
}

function elementSteps(member: string | null): readonly PathStep[] {
  if (member === null) return [];
  return [
    { kind: 'every', key: '', index: -1 },
    { kind: 'name', key: member, index: -1 },
  ];
}

/** Compares the places that paths lead to: `[*]` at the end is the list itself, and `a.0` is `a[0]`. */
function isSame(one: readonly PathStep[], other: readonly PathStep[]): boolean {
  const [first, second] = [withoutLastEvery(one), withoutLastEvery(other)];
  return (
    first.length === second.length &&
    first.every(({ kind, key }, index) => {
      const step = second[index];
      return key === step?.key && (kind === 'every') === (step.kind === 'every');
    })
  );
}

function withoutLastEvery(steps: readonly PathStep[]): readonly PathStep[] {
  return steps.at(-1)?.kind === 'every' ? steps.slice(0, -1) : steps;
}

/** The part of the response below which all paths are those of the body; null: there is none. */
function commonPart(shared: readonly SharedAttribute[]): string | null {
  const [first, ...others] = shared.map(({ read, written }) =>
    read.map(({ steps }) => partOf(steps, written)),
  );
  return first?.find((part) => part !== null && others.every((parts) => parts.includes(part))) ?? null;
}

/** The part of a response below which a path is that of the body; null: there is none. */
function partOf(read: readonly PathStep[], written: readonly PathStep[]): string | null {
  const [whole, below] = [withoutLastEvery(read), withoutLastEvery(written)];
  const length = whole.length - below.length;
  return length >= 0 && isSame(whole.slice(length), below) ? formatPath(whole.slice(0, length)) : null;
}

/**
 * The request that replaces an object with all that was read of it, members that nothing maps included, and the changes
 * laid over it. The remote is asked to refuse it where the object is no longer what was read. RFC 9110 §13.1.1
 * @throws connector.configuration where the answer holds no object there, or the configuration cannot write one whole
 */
export function wholeRequest(
  { path, fault }: WholeObject,
  update: CompiledWriteOperation,
  values: WriteValues,
  read: Pick<RemoteResponse, 'headers' | 'json'>,
): RemoteRequest {
  // A draft is performed as far as it can be read.
  if (fault !== null) throw new GatehouseError('connector.configuration', fault.message, { fix: fault.fix });
  const found = path === null ? read.json : path.read(read.json);
  if (!isJsonObject(found))
    throw new GatehouseError(
      'connector.configuration',
      'The response to GET contains no object to write back.',
      {
        fix: 'Name the part of the response that is the object in sendAll.from, or set sendAll to false.',
      },
    );
  // Values are put into it, and what was read is shown as it was.
  const request = writeRequest(update, values, JSON.parse(JSON.stringify(found)) as JsonObject);
  const tag = headerOf(read, 'etag');
  const isGiven = request.headers.some(([name]) => name.toLowerCase() === 'if-match');
  // A weak tag never matches.
  const isStrong = tag !== null && !tag.startsWith('W/');
  return isStrong && !isGiven ? { ...request, headers: [...request.headers, ['If-Match', tag]] } : request;
}
