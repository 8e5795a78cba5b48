import { describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { openListener } from '#main/platform/listener.ts';
import {
  type ClientSpec,
  ordersApi,
  portalWeb,
  startAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { startedOnce } from '#test/support/started.ts';
import { flawOf } from './fuzz-checks.ts';
import { type FuzzRequest, fuzzRequest } from './fuzz-requests.ts';
import type { Known } from './fuzz-values.ts';
import { exchangeBytes } from './fuzz-wire.ts';
import {
  Browser,
  callback,
  challenge,
  exchange,
  member,
  obtainCode,
  postToken,
  verifier,
} from './parties.ts';

/** How many requests are sent, and the seed of which they are made; the named run sends more, of another seed. */
const requests = Number(process.env['GATEHOUSE_FUZZ_REQUESTS'] ?? 3_000);
const seed = Number(process.env['GATEHOUSE_FUZZ_SEED'] ?? 1);
/** Sends the request with this number alone. */
const only = process.env['GATEHOUSE_FUZZ_ONLY'];
const atOnce = 16;
const freshEvery = 250;
const shownCharacters = 4_000;

const scopes = ['openid', 'profile', 'orders.read', 'orders.write'];
/** Clients that may do all that there is, so that what is sent is not refused at the first gate. */
const clients: readonly ClientSpec[] = [
  {
    ...portalWeb,
    scopes,
    grantTypes: [
      'authorization_code',
      'implicit',
      'refresh_token',
      'password',
      'urn:ietf:params:oauth:grant-type:token-exchange',
      'urn:ietf:params:oauth:grant-type:saml2-bearer',
    ],
    responseTypes: ['code', 'token', 'id_token', 'code id_token', 'code token', 'code id_token token'],
  },
  { clientId: 'mobile-app', redirectUris: [callback, 'com.example.mobile:/cb'], scopes, requirePkce: true },
  { clientId: 'batch-job', secret: 'batch-job-secret', grantTypes: ['client_credentials'], scopes },
  ordersApi,
];

const failures: string[] = [];

const as = startedOnce(() => startAuthorizationServer({ clients }));
const listener = startedOnce(() => {
  const logger = { debug: () => {}, info: () => {}, warn: () => {}, error: noteFailure };
  return openListener({
    service: 'authorizationServer',
    port: 0,
    bind: '127.0.0.1',
    handler: (request, notes) => as.server.handle(request, notes),
    record(draft) {
      try {
        packExchange('', draft, true);
      } catch (error) {
        noteFailure('exchange.not-recorded', { error });
      }
      return '';
    },
    faults: as.faults,
    clock: { nowMillis: () => 0 },
    logger,
  });
});

function noteFailure(event: string, fields: Record<string, unknown> = {}): void {
  const { error } = fields;
  failures.push(`${event}: ${error instanceof Error ? error.stack : String(error)}`);
}

/** Obtains values as a client and a browser really get them, so that some of the requests go deep. */
async function obtainKnown(): Promise<Known> {
  const browser = new Browser(as);
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const { headers, html } = await browser.authorize();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const tokens = await exchange(as, await obtainCode(as, pkce), { code_verifier: verifier });
  return {
    code: await obtainCode(as, pkce),
    accessToken: member(tokens, 'access_token'),
    refreshToken: member(tokens, 'refresh_token'),
    cookie: headers
      .getSetCookie()
      .map((line) => line.split(';', 1)[0])
      .join('; '),
    transaction: hidden('txn'),
    csrf: hidden('csrf'),
  };
}

const shown = ({ bytes }: FuzzRequest): string =>
  JSON.stringify(bytes.toString('latin1').slice(0, shownCharacters));

async function sendOne(index: number, known: Known): Promise<void> {
  const request = fuzzRequest(seed, index, `127.0.0.1:${listener.port}`, known);
  const about = (flaw: string) =>
    `seed ${seed}, request ${index}: ${flaw}\n${shown(request)}\nAgain with GATEHOUSE_FUZZ_SEED=${seed} GATEHOUSE_FUZZ_ONLY=${index}`;
  const answer = await exchangeBytes(listener.port, request).catch((error: unknown) => {
    throw new Error(about(String(error)), { cause: error });
  });
  const flaw = answer === null ? null : flawOf(answer, as.origin, request.method);
  if (flaw !== null) throw new Error(`${about(flaw)}\n${JSON.stringify(answer)?.slice(0, shownCharacters)}`);
  if (failures.length > 0) throw new Error(about(failures.join('\n')));
}

describe('whatever is sent to the authorization server', () => {
  test(`is answered as the protocols say, never with a 5xx: ${requests} requests of seed ${seed}`, {
    timeout: 120_000 + requests * 20,
  }, async () => {
    let next = only === undefined ? 0 : Number(only);
    const end = only === undefined ? requests : next + 1;
    let known = await obtainKnown();
    const work = async (): Promise<void> => {
      while (next < end) {
        const index = next;
        next += 1;
        if (index % freshEvery === freshEvery - 1) known = await obtainKnown();
        await sendOne(index, known);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(listener.counts().errors).toBe(0);
    const issued = await postToken(as, { grant_type: 'client_credentials' }, 'batch-job');
    expect(issued.status).toBe(200);
  });
});
