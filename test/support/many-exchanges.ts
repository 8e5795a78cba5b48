import { packExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { createIdSequence } from '#main/platform/exchange-ids.ts';
import { createSealer } from '#main/platform/seal.ts';
import { openState } from '#main/services/storage/database.ts';
import { exchangeTable } from '#main/services/storage/exchange-table.ts';
import type { DecisionTrace } from '#shared/exchange/index.ts';
import { exchangeDraft } from './exchanges.ts';

const exchangesATransaction = 2_000;
/** One every so often, in milliseconds. */
const apartMillis = 700;
const clients = ['portal-web', 'mobile-app', 'batch-job', 'orders-api'];
const users = ['ann', 'bob', 'carla', 'dmitri'];
const authorizationServer = 'http://127.0.0.1:9031';
const upstreams = 'http://127.0.0.1:9035';

export interface Seeding {
  /** Of a state that nobody has open. */
  readonly stateDirectory: string;
  readonly sealKey: Uint8Array;
  readonly count: number;
  /** When the last of them was recorded; absent: now. */
  readonly endsAtMillis?: number;
}

/** Fills a state with exchanges as a day of work leaves them; returns their ids, the oldest first. */
export function seedExchanges({
  stateDirectory,
  sealKey,
  count,
  endsAtMillis = Date.now(),
}: Seeding): readonly string[] {
  const { database, release } = openState(stateDirectory, 'normal');
  const unbounded = {
    maxExchanges: Number.POSITIVE_INFINITY,
    maxExchangeBytes: Number.POSITIVE_INFINITY,
  };
  const table = exchangeTable(database, createSealer(sealKey), unbounded);
  let nowMillis = endsAtMillis - count * apartMillis;
  const nextId = createIdSequence({ nowMillis: () => nowMillis });
  const ids: string[] = [];
  while (ids.length < count) {
    const size = Math.min(exchangesATransaction, count - ids.length);
    const packed = Array.from({ length: size }, (_, offset) => {
      nowMillis += apartMillis;
      return packExchange(nextId(), seededDraft(ids.length + offset, nowMillis), true);
    });
    database.exec('BEGIN IMMEDIATE');
    table.append(packed);
    database.exec('COMMIT');
    for (const { id } of packed) ids.push(id);
  }
  database.close();
  release();
  return ids;
}

/** The exchange with this number: of ten, six are of token requests, one of which is refused. */
function seededDraft(number: number, startedAtMillis: number): ExchangeDraft {
  const client = clients[number % clients.length] ?? '';
  const user = users[(number >> 2) % users.length] ?? '';
  const tags = [`client:${client}`, `user:${user}`, `run:run-${Math.floor(number / 10)}`];
  const times = { startedAtMillis, durationMicros: 300 + ((number * 7_919) % 40_000) };
  const clientPort = 40_000 + (number % 20_000);
  switch (number % 10) {
    case 0:
      return exchangeDraft({
        ...times,
        clientPort,
        method: 'GET',
        target: `/as/authorization.oauth2?response_type=code&client_id=${client}&state=s${number}`,
        requestHeaders: ['Host', '127.0.0.1:9031', 'User-Agent', 'Mozilla/5.0'],
        requestBody: '',
        status: 303,
        reason: 'See Other',
        responseHeaders: ['Location', `http://127.0.0.1:9035/callback?code=c${number}&state=s${number}`],
        responseBody: '',
        tags,
      });
    case 3:
      return exchangeDraft({
        ...times,
        clientPort,
        status: 400,
        reason: 'Bad Request',
        responseBody: '{"error":"invalid_grant","error_description":"unknown, invalid, or expired code"}',
        tags,
        trace: () => trace('failed'),
      });
    case 5:
      return exchangeDraft({
        ...times,
        clientPort,
        side: 'client',
        service: 'flowDebugger',
        origin: upstreams,
        method: 'GET',
        target: `/orders/${number}`,
        requestHeaders: ['Authorization', `Bearer t${number}`],
        requestBody: '',
        responseBody: `{"id":${number},"total":12}`,
        tags,
      });
    case 7:
      return exchangeDraft({
        ...times,
        clientPort,
        service: 'sampleUpstreams',
        origin: upstreams,
        method: 'GET',
        target: '/health',
        requestBody: '',
        status: number % 70 === 7 ? null : 200,
        failure: number % 70 === 7 ? 'connection reset' : null,
        tags: [],
      });
    default:
      return exchangeDraft({
        ...times,
        clientPort,
        origin: authorizationServer,
        tags,
        trace: () => trace('passed'),
      });
  }
}

function trace(outcome: 'passed' | 'failed'): DecisionTrace {
  const names = [
    'Client is known',
    'Client is authenticated',
    'Grant type allowed',
    'Code is known',
    'Redirect URI same',
  ];
  return {
    pipeline: 'token',
    rules: names.map((rule, index) => ({
      id: `rule-${index}`,
      rule,
      clause: 'RFC 6749 §4.1.3',
      outcome: index === names.length - 1 ? outcome : 'passed',
    })),
    effect: outcome === 'passed' ? 'Issued an access token.' : 'Nothing was issued.',
  };
}
