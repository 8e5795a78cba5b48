import type { IncomingMessage } from 'node:http';
import { systemClock } from '#main/platform/clock.ts';
import { type PackedExchange, packExchange } from '#main/platform/exchange-codec.ts';
import { createIdSequence } from '#main/platform/exchange-ids.ts';
import type { TraceRule } from '#shared/exchange/index.ts';
import { openBenchStorage } from './bench-storage.ts';

/** An access token as it is kept. */
export interface KeptToken {
  readonly clientId: string;
  readonly username: null;
  readonly scope: string;
  readonly issuedAtMillis: number;
  readonly expiresAtMillis: number;
  readonly familyId: null;
  /** The key that it is bound to; absent: none. */
  readonly jkt?: string;
}

/** An answer of the floor, with its request. */
export interface Answered {
  readonly request: IncomingMessage;
  readonly body: string;
  readonly headers: readonly string[];
  readonly text: string;
}

/** Writes of the floor to disk; the bare floor keeps nothing. */
export interface Writes {
  putToken(id: string, token: KeptToken): void;
  putExchange(answered: Answered): void;
}

export const noWrites: Writes = { putToken: () => undefined, putExchange: () => undefined };

/** From this rate on one in sixteen exchanges keeps its bodies, as with the recorder. */
const fullRatePerSecond = 2_000;
const sampleOneIn = 16;
const ruleCount = 11;

const rules = Array.from({ length: ruleCount }, (_, index): TraceRule => {
  const rule = `Rule number ${index} of the token endpoint holds`;
  return { id: `rule-of-the-floor-${index}`, rule, clause: 'RFC 6749 §3.2', outcome: 'passed' };
});

function prepare({ request, body, headers, text }: Answered, bodiesKept: boolean): PackedExchange {
  const draft = {
    side: 'server',
    service: 'authorizationServer',
    origin: 'http://127.0.0.1:9031',
    startedAtMillis: 0,
    durationMicros: 0,
    clientPort: 0,
    method: request.method ?? '',
    target: request.url ?? '',
    requestHeaders: request.rawHeaders,
    requestBody: Buffer.from(body),
    status: 200,
    reason: 'OK',
    responseHeaders: headers,
    responseBody: text,
    failure: null,
    tags: ['client:batch-job'],
    trace: () => ({ pipeline: 'token.floor', rules, effect: 'Issued an access token for the client.' }),
    faults: [],
  } as const;
  return packExchange('', draft, bodiesKept);
}

/** Keeps the rate of the recorder: all bodies below it, a sample above. */
function createSampling(): (nowMillis: number) => boolean {
  let second = 0;
  let inSecond = 0;
  return (nowMillis) => {
    const nowSecond = Math.floor(nowMillis / 1_000);
    if (nowSecond !== second) inSecond = 0;
    second = nowSecond;
    inSecond += 1;
    return inSecond <= fullRatePerSecond || inSecond % sampleOneIn === 0;
  };
}

/**
 * Writes through the storage of the product. The exchange is prepared once, from the first request and its answer, and
 * gets a new id, time and port with every request: so it costs what writing costs, and next to nothing for recording.
 */
export async function openWrites(directory: string): Promise<Writes> {
  const { records, exchanges } = await openBenchStorage(directory);
  const nextId = createIdSequence(systemClock);
  const keepsBodies = createSampling();
  const prepared = new Map<boolean, PackedExchange>();
  return {
    putToken(id, token) {
      records.put('as.access-token', id, token, { expiresAtMillis: token.expiresAtMillis, inGroups: true });
    },
    putExchange(answered) {
      const startedAtMillis = systemClock.nowMillis();
      const bodiesKept = keepsBodies(startedAtMillis);
      const packed = prepared.get(bodiesKept) ?? prepare(answered, bodiesKept);
      prepared.set(bodiesKept, packed);
      const clientPort = answered.request.socket.remotePort ?? 0;
      const draft = { ...packed.draft, startedAtMillis, durationMicros: 50, clientPort };
      exchanges.append([{ ...packed, id: nextId(), draft }]);
    },
  };
}
