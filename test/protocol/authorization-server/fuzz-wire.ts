import { connect, type Socket } from 'node:net';
import type { FuzzRequest } from './fuzz-requests.ts';

/** An answer as it stood on the wire. */
export interface WireAnswer {
  readonly status: number;
  /** Names in lower case, in the order of the wire. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** How long an answer may take, in milliseconds. */
const answerMillis = 8_000;
const headEnd = Buffer.from('\r\n\r\n');

function parseHead(head: string): Omit<WireAnswer, 'body'> {
  const [first = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1] ?? Number.NaN), headers };
}

/** The first final answer in what came, and whether all of it has come; null while its head has not. */
function readAnswer(bytes: Buffer, method: string): { answer: WireAnswer; isComplete: boolean } | null {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return null;
  const head = parseHead(bytes.toString('latin1', 0, end));
  const rest = bytes.subarray(end + headEnd.length);
  if (head.status >= 100 && head.status < 200) return readAnswer(rest, method);
  const length = Number(head.headers.find(([name]) => name === 'content-length')?.[1] ?? 0);
  const expected = method === 'HEAD' ? 0 : length;
  const body = rest.toString('utf8', 0, expected);
  return { answer: { ...head, body }, isComplete: rest.length >= expected };
}

/** Sends a request on a connection of its own; null where the server ended the connection without an answer. */
export function exchangeBytes(
  port: number,
  { bytes, method, isWhole }: FuzzRequest,
): Promise<WireAnswer | null> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
    let received: Buffer = Buffer.alloc(0);
    const timer = setTimeout(() => finish(new Error('There was no answer in time.')), answerMillis);
    function finish(outcome: WireAnswer | null | Error): void {
      clearTimeout(timer);
      socket.removeAllListeners().on('error', () => {});
      socket.destroy();
      if (outcome instanceof Error) reject(outcome);
      else resolve(outcome);
    }
    const ended = () => {
      const read = readAnswer(received, method);
      if (read === null) finish(isWhole ? new Error('The connection ended without an answer.') : null);
      else finish(read.isComplete ? read.answer : new Error('An answer was cut short.'));
    };
    socket.on('data', (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const read = readAnswer(received, method);
      if (read?.isComplete === true) finish(read.answer);
    });
    socket.on('end', ended);
    // A server that refuses a request in its midst may reset the connection behind its answer.
    socket.on('error', ended);
    socket.on('connect', () => {
      socket.write(bytes);
      // Half-closed, so that a request that is not whole does not wait for the rest of it.
      if (!isWhole) socket.end();
    });
  });
}
