import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { packExchange } from '#main/platform/exchange-codec.ts';
import { openListener } from '#main/platform/listener.ts';
import { tokenPath } from '#shared/oauth/index.ts';
import type { AuthorizationServerSettings, JwtIssuer } from '#shared/workspace/index.ts';
import {
  type ClientSpec,
  ordersApi,
  portalWeb,
  startAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { startedOnce } from '#test/support/started.ts';
import { flawOf } from './fuzz-checks.ts';
import { fuzzKey, signedJwt, spoiledProof } from './fuzz-jwts.ts';
import type { SeededRandom } from './fuzz-random.ts';
import { type FuzzRequest, fuzzRequest } from './fuzz-requests.ts';
import {
  jagAudience,
  jagPartner,
  ordersResource,
  partner,
  type Template,
  templates,
} from './fuzz-templates.ts';
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
import { native, openTo, register, registered } from './registering.ts';

/** How many requests are sent, and the seed of which they are made; the named run sends more, of another seed. */
const requests = Number(process.env['GATEHOUSE_FUZZ_REQUESTS'] ?? 3_000);
const seed = Number(process.env['GATEHOUSE_FUZZ_SEED'] ?? 1);
/** Sends the request with this number alone. */
const only = process.env['GATEHOUSE_FUZZ_ONLY'];
const atOnce = 16;
const freshEvery = 250;
const lockMillis = 3_600_000;
const shownCharacters = 4_000;

const keys = { inline: [fuzzKey], uri: undefined };
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
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
    ],
    audiences: [ordersResource],
    keys,
    requestObject: { algorithm: undefined, isRequired: false, uris: [] },
    logout: { redirectUris: [callback], backchannelUri: undefined },
    responseTypes: ['code', 'token', 'id_token', 'code id_token', 'code token', 'code id_token token'],
  },
  { clientId: 'mobile-app', redirectUris: [callback, 'com.example.mobile:/cb'], scopes, requirePkce: true },
  { clientId: 'batch-job', secret: 'batch-job-secret', grantTypes: ['client_credentials'], scopes },
  {
    clientId: 'key-job',
    authentication: 'private_key_jwt',
    keys,
    redirectUris: [callback],
    grantTypes: ['client_credentials', 'authorization_code'],
    responseTypes: ['code'],
    scopes,
  },
  ordersApi,
];

const settings: Partial<AuthorizationServerSettings> = {
  ...openTo({ perMinute: 1_000_000, maxRegistrations: 1_000_000 }),
  idJag: true,
  idJagTargets: [{ audience: jagAudience, resource: ordersResource }],
  clientIdMetadataDocuments: {
    enabled: true,
    minCacheSeconds: 30,
    maxCacheSeconds: 86_400,
    developmentOrigins: [],
  },
};
const trusted = { keys, algorithms: undefined, subject: 'user', subjectClaim: undefined } as const;
const jwtIssuers: readonly JwtIssuer[] = [
  { ...trusted, name: 'partner', issuer: partner, profile: 'jwt-bearer' },
  { ...trusted, name: 'idp', issuer: jagPartner, profile: 'id-jag' },
];

const basicOf = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const failures: string[] = [];

const as = startedOnce(() => startAuthorizationServer({ clients, settings, jwtIssuers }));
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

/** Obtains a token of a user that is bound to the key of the proofs. RFC 9449 §5 */
async function obtainBound(code: string): Promise<string> {
  const htu = `${as.origin}${tokenPath}`;
  const claims = { jti: randomUUID(), htm: 'POST', htu, iat: as.nowMillis() / 1_000 };
  const response = await fetch(htu, {
    method: 'POST',
    headers: {
      authorization: basicOf('portal-web:portal-web-secret'),
      dpop: signedJwt({ typ: 'dpop+jwt', alg: 'EdDSA', jwk: fuzzKey }, claims),
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    }),
  });
  const { access_token: token, token_type: type } = (await response.json()) as Record<string, unknown>;
  expect(type).toBe('DPoP');
  return String(token);
}

/** Obtains values as a client and a browser really get them, so that some of the requests go deep. */
async function obtainKnown(): Promise<Known> {
  const browser = new Browser(as);
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const { headers, html } = await browser.authorize();
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
  const openid = { ...pkce, scope: 'openid orders.read' };
  const tokens = await exchange(as, await obtainCode(as, openid), { code_verifier: verifier });
  const agent = registered(await register(as, native));
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
    idToken: member(tokens, 'id_token'),
    boundToken: await obtainBound(await obtainCode(as, openid)),
    registrationId: agent.clientId,
    registrationToken: agent.token,
    origin: as.origin,
    nowSeconds: as.nowMillis() / 1_000,
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
        if (index % freshEvery === freshEvery - 1) {
          // Wrong passwords among the requests lock their user out for a while.
          as.advance(lockMillis);
          known = await obtainKnown();
        }
        await sendOne(index, known);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    expect(listener.counts().errors).toBe(0);
    const issued = await postToken(as, { grant_type: 'client_credentials' }, 'batch-job');
    expect(issued.status).toBe(200);
  });
});

/** Nothing is changed by chance. */
const calm: SeededRandom = {
  below: () => 0,
  chance: () => false,
  pick: ([first]) => first,
  bytes: (count) => randomBytes(count),
};

/** Sends the request of a template as it should be. */
async function sendRight(template: Template): Promise<string> {
  const known = await obtainKnown();
  const { path, method, client, token, isProven = false } = template;
  const pairs = template.fields(known, calm).map(([name, value]) => [name, decodeURIComponent(value)]);
  const fields = new URLSearchParams(pairs);
  const json = template.json?.(known, calm);
  const isForm = method === 'POST' && json === undefined;
  const bearer = token === undefined ? undefined : `${isProven ? 'DPoP' : 'Bearer'} ${token(known)}`;
  const authorization = client === undefined ? bearer : basicOf(client);
  const proof = spoiledProof(calm, known, { method, path, token: token?.(known) ?? null });
  const { status } = await fetch(`${as.origin}${path}${isForm ? '' : `?${fields}`}`, {
    method,
    redirect: 'manual',
    headers: {
      cookie: known.cookie,
      ...(authorization === undefined ? {} : { authorization }),
      ...(isProven ? { dpop: proof } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' || method === 'DELETE' ? {} : { body: json ?? fields }),
  });
  return `${method} ${path}${fields.has('assertion') ? ' assertion' : ''} ${status}`;
}

test('what the requests are made from is right: each reaches the end of its endpoint, but for these', async () => {
  const answers: string[] = [];
  for (const template of templates) answers.push(await sendRight(template));
  expect(answers.filter((answer) => Number(answer.slice(-3)) >= 400)).toEqual([
    // A reference to no request, an assertion that is not one, an answer that nobody asked for, and no endpoint.
    'GET /as/authorization.oauth2 400',
    'POST /as/token.oauth2 assertion 400',
    'GET /as/provider-callback 400',
    'GET /as/nothing 404',
    // A form of another page than that of its token; a document of a host from which none is fetched; once more a form.
    'POST /as/end_session.openid 400',
    'GET /as/authorization.oauth2 400',
    'POST /as/grants 400',
  ]);
});
