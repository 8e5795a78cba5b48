import type { VerifiedRecording } from '#shared/api/connectors.ts';
import type { StepPurpose, StepRequest, StepResponse } from '#shared/connectors/index.ts';
import type { RecordingFile } from '#shared/connectors/recording.ts';
import { type JsonValue, jsonEqual } from '#shared/workspace/three-way.ts';
import type { Replay } from '../ports.ts';

export type Difference = VerifiedRecording['differences'][number];

/** Fields that change from run to run, or that the transport writes. */
const volatile = new Set([
  'authorization',
  'proxy-authorization',
  'content-length',
  'host',
  'connection',
  'user-agent',
  'accept-encoding',
]);

/** Answers from a recording, and the differences of the requests from it. */
export interface RecordedReplay extends Replay {
  differences(): readonly Difference[];
}

/**
 * Plays a recording: each request gets the answer that the same request had, in the order of the recording; one that
 * was not recorded that of the next for the same purpose. Tokens are given whatever is asked for them.
 */
export function createReplay(recording: RecordingFile, serviceUri: string): RecordedReplay {
  const left = recording.exchanges.map((exchange, index) => ({ ...exchange, index }));
  const differences: Difference[] = [];
  const bases = [recording.serviceUri, serviceUri] as const;

  /** Requests that go out beside each other end in any order. */
  function take(request: StepRequest, purpose: StepPurpose): Exchange | undefined {
    const fitting = left.filter((exchange) => isSamePurpose(exchange.purpose, purpose));
    const exchange =
      fitting.find((each) => requestDifferences(each, request, bases).length === 0) ?? fitting[0];
    if (exchange !== undefined) left.splice(left.indexOf(exchange), 1);
    return exchange;
  }

  return {
    answer(request, purpose) {
      const exchange = take(request, purpose);
      if (exchange === undefined) {
        // A token that was at hand then is asked for now.
        if (purpose.kind === 'token') return null;
        differences.push({
          what: 'Request is not in the recording.',
          pointer: `/exchanges/${recording.exchanges.length}`,
          expected: null,
          actual: `${request.method} ${request.url}`,
        });
        return null;
      }
      if (purpose.kind !== 'token') differences.push(...requestDifferences(exchange, request, bases));
      return exchange.response === null
        ? null
        : ({ ...movedTo(exchange.response, bases), isCut: false } satisfies StepResponse);
    },
    differences: () => [
      ...differences,
      ...left
        // A token that is kept need not be asked for again.
        .filter(({ purpose }) => purpose.kind !== 'token')
        .map(({ request, index }) => ({
          what: 'Recorded request is not sent.',
          pointer: `/exchanges/${index}`,
          expected: `${request.method} ${request.url}`,
          actual: null,
        })),
    ],
  };
}

/** Links in a recorded answer lead to where the remote was then, and are followed where it is now. */
function movedTo(
  response: NonNullable<Exchange['response']>,
  bases: readonly [string, string],
): NonNullable<Exchange['response']> {
  const [then, now] = bases.map((base) => (URL.canParse(base) ? new URL(base).origin : ''));
  if (then === undefined || now === undefined || then === '' || now === '' || then === now) return response;
  const moved = (text: string) => text.replaceAll(then, now);
  return {
    ...response,
    headers: response.headers.map(([name, value]) => [name, moved(value)]),
    body: moved(response.body),
  };
}

function isSamePurpose(one: StepPurpose, other: StepPurpose): boolean {
  return jsonEqual({ ...one }, { ...other });
}

type Exchange = RecordingFile['exchanges'][number] & { readonly index: number };

function requestDifferences(
  { request: recorded, index }: Exchange,
  request: StepRequest,
  [recordedBase, base]: readonly [string, string],
): readonly Difference[] {
  const compared: readonly (readonly [name: string, expected: JsonValue, actual: JsonValue])[] = [
    ['method', recorded.method, request.method],
    ['url', below(recorded.url, recordedBase), below(request.url, base)],
    ['headers', fieldsOf(recorded.headers), fieldsOf(request.headers)],
    ['body', bodyOf(recorded.body), bodyOf(request.body)],
  ];
  return compared
    .filter(([, expected, actual]) => !jsonEqual(expected, actual))
    .map(([name, expected, actual]) => ({
      what: `The ${name} of a request differs.`,
      pointer: `/exchanges/${index}/request/${name}`,
      expected,
      actual,
    }));
}

function below(url: string, base: string): string {
  return base !== '' && url.startsWith(base) ? url.slice(base.length) : url;
}

function fieldsOf(headers: StepRequest['headers']): JsonValue {
  return headers
    .filter(([name]) => !volatile.has(name.toLowerCase()))
    .map(([name, value]) => [name.toLowerCase(), value])
    .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1));
}

function bodyOf(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
