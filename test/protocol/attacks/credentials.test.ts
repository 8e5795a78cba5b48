import { generateKeyPairSync } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { composeRanges } from '#main/composition/ranges.ts';
import { systemClock } from '#main/platform/clock.ts';
import { openGate } from '#main/platform/gate.ts';
import { outgoingThrough } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createSender } from '#main/services/activity/index.ts';
import { foreignAttackTarget, hostedAttackTarget } from '#main/services/attacks/index.ts';
import { foreignTarget } from '#main/services/flows/index.ts';
import type { AttackCase, AttackVariant } from '#shared/attacks/index.ts';
import { targetFileSchema } from '#shared/workspace/index.ts';
import { attackFiles } from '#test/support/attacks.ts';
import { startSmallServer } from './small-server.ts';
import { credentialsIn, type Known, type Tapped, tapVariant } from './tap.ts';

type AttackTarget = ReturnType<typeof hostedAttackTarget>;
type Way = 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

const resources = fileURLToPath(new URL('../../../resources', import.meta.url));
const random = createSystemRandom();
const record = () => 'x-1';
/** Cases about the assertion itself write their credentials out, as do those whose clients are URLs of documents. */
const writtenOut: ReadonlySet<string> = new Set(['Q', 'W']);
const variants = attackFiles.flatMap(({ group, cases }) =>
  (writtenOut.has(group) ? [] : cases).flatMap((attack) =>
    attack.variants.map((variant) => ({ attack, variant })),
  ),
);

/** The cases whose variants show credentials in different ways. */
const aboutCredentials: ReadonlySet<string> = new Set(['CA', 'VB', 'AG']);
/** Each way after the first needs one variant of a case, unless its variants are about the credentials. */
const fewer = variants.filter(
  ({ attack, variant }) =>
    variant === attack.variants[0] || aboutCredentials.has(attack.id.split('-', 1)[0] ?? ''),
);

/** How each way shows a client, as it should be. */
const proofs: Readonly<Record<Way, string>> = {
  client_secret_basic: 'header',
  client_secret_post: 'form',
  private_key_jwt: 'assertion',
};

/** The credentials of a step of an attack where they are not those of its client: written from the titles of the cases. */
type Meant = (way: Way, own: string, proof: string) => readonly string[];
const other: Meant = (_way, _own, proof) => [`${proof} other right`];
const name: Meant = (_way, own) => [`name ${own}`];
const wrong: Meant = (_way, own, proof) => [`${proof} ${own} wrong`];
const meant: Readonly<Record<string, Meant>> = {
  'AC-05 token': other,
  'RT-03 refresh': other,
  'CA-01 token': (_way, own) => [`header ${own} wrong`],
  'CA-02 token': (_way, own) => [`form ${own} wrong`],
  'CA-03 token': name,
  'RT-09 refresh': name,
  'CA-04 token': (way, own) =>
    way === 'private_key_jwt'
      ? [`header ${own} wrong`, `assertion ${own} right`]
      : [`header ${own} right`, `form ${own} right`],
  'CA-05 token': (way, own) => [`query ${way === 'private_key_jwt' ? 'assertion' : 'form'} ${own} right`],
  'CA-06 token': (_way, own, proof) => [`${proof} ${own} right`, 'name other'],
  'CA-08 unknown': (_way, _own, proof) => [`${proof} nobody-knows-me wrong`],
  'CA-08 wrong': wrong,
  'CA-09 guess': wrong,
  'CA-12 token': () => ['name native'],
  'VB-02 validate': (_way, _own, proof) => [`${proof} orders-api wrong`],
  // A GET has its parameters in the query.
  'TE-01 get': (way, own, proof) => [`${way === 'client_secret_basic' ? '' : 'query '}${proof} ${own} right`],
  'XC-08 revoke': other,
  // A token of a client without an audience.
  'AG-02 token': (_way, _own, proof) => [`${proof} legacy right`],
  // A request object in place of an assertion: nobody's, as it has no sub.
  'JA-04 token': () => ['assertion  wrong'],
};
/** Requests of the resource server, in whatever case. */
const ofResourceServer = /validate_bearer|^AG-36 introspect/;
/** Attacks that say how a header is broken, by the names of their variants. */
const broken: Readonly<Record<string, readonly string[]>> = {
  'no Base64': ['header broken'],
  empty: ['header broken'],
  '8 KiB': ['header broken'],
  'another scheme': ['header Bearer'],
  'no colon': ['header broken'],
};

function expected(attack: AttackCase, variant: AttackVariant, { play, step, body, query }: Tapped, way: Way) {
  if (attack.id === 'CA-07' && play === 'control') return [`${proofs[way]} batch right`];
  const own = variant.base?.role ?? variant.parties['']?.role ?? '';
  const proof = proofs[way];
  const id = { 'named-as-user': 'ann', 'web-one': 'web', native: 'native' }[own as string] ?? own;
  const isValidation = ofResourceServer.test(`${attack.id} ${step} ${body}${query}`);
  const right = isValidation && attack.id !== 'VB-01' ? 'orders-api' : id;
  if (play === 'mutant') {
    if (attack.id === 'CA-11') return broken[variant.name];
    if (attack.id === 'VB-02' && step === 'validate' && variant.name === 'none') return ['name orders-api'];
    if (attack.id === 'XC-08' && variant.name === 'unknown token') return [`${proof} web right`];
    const said = meant[`${attack.id} ${step}`]?.(way, id, proof);
    if (said !== undefined) return said;
  }
  return [own === 'native' ? 'name native' : `${proof} ${right} right`];
}

/** Plays every case that the target can take, and holds each request to the server's back endpoints against the table. */
async function tapAll(
  target: AttackTarget,
  way: Way,
  clients: ReadonlyMap<string, Known>,
  paths: ReadonlySet<string>,
) {
  const wrongOnes: string[] = [];
  const seen = new Set<string>();
  for (const { attack, variant } of way === 'client_secret_basic' ? variants : fewer) {
    if (attack.needs.some((need) => target.lacks.has(need))) continue;
    const { tapped } = await tapVariant(target, attack, variant, random);
    for (const request of tapped.filter(({ path }) => paths.has(path))) {
      seen.add(`${attack.id} ${request.step}`);
      const is = await credentialsIn(request, clients);
      const should = expected(attack, variant, request, way);
      if (JSON.stringify(is) !== JSON.stringify(should))
        wrongOnes.push(
          `${attack.id} ${variant.name} ${request.play} ${request.step}: ${is.join(', ')} instead of ${should?.join(', ')}`,
        );
    }
  }
  return { wrongOnes: [...new Set(wrongOnes)], seen };
}

const grantsOf: Readonly<Record<string, readonly string[]>> = {
  web: ['authorization_code', 'refresh_token'],
  other: ['authorization_code', 'refresh_token'],
  batch: ['client_credentials'],
  legacy: ['password'],
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-tap-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['client_secret_basic', 'client_secret_post', 'private_key_jwt'] as const)(
  'at another server, a client that authenticates with %s sends what each case says',
  { timeout: 300_000 },
  async (way) => {
    const server = await startSmallServer('');
    onTestFinished(() => server.close());
    const known = new Map<string, Known>();
    const clients = Object.entries(grantsOf).map(([client_id, grant_types]) => {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 2048,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      const isByKey = way === 'private_key_jwt';
      const secret = isByKey ? null : `the secret of ${client_id}: %+&`;
      known.set(client_id, { secret, publicKey: isByKey ? publicKey : null });
      return {
        client_id,
        token_endpoint_auth_method: way,
        ...(secret === null ? { private_key: privateKey } : { client_secret: secret }),
        redirect_uris: [`https://${client_id}.example/cb`],
        grant_types,
        scope: 'openid profile',
      };
    });
    const native = {
      client_id: 'native',
      token_endpoint_auth_method: 'none',
      redirect_uris: ['http://127.0.0.1/cb'],
    };
    const file = targetFileSchema.parse({
      issuer: server.issuer,
      authorization_endpoint: `${server.issuer}/authorize`,
      token_endpoint: `${server.issuer}/token`,
      clients: [...clients, native],
      users: [
        { username: 'ann', password: 'any-password' },
        { username: 'bob', password: 'any-password' },
      ],
    });
    const plain = (value: unknown) => () => (typeof value === 'string' ? value : null);
    const send = createSender(record, systemClock, outgoingThrough(openGate));
    const target = foreignAttackTarget({
      target: foreignTarget({
        target: {
          name: 'small',
          displayName: 'Small server',
          file,
          clients: file.clients.map((client) => ({
            file: client,
            secret: plain(client.client_secret),
            privateKey: plain(client.private_key),
            certificateKey: () => null,
            registrationToken: () => null,
          })),
          users: file.users.map(({ username, password, totp_seed: seed }) => ({
            username,
            password: plain(password),
            totpSeed: plain(seed),
          })),
          proxyPassword: () => null,
          samlKey: () => null,
        },
        metadata: {},
        upstreams: null,
        directory: '.',
        outgoing: outgoingThrough(openGate),
        vendorUrn: 'gatehouse',
      }),
      clock: systemClock,
      send,
      issuer: () => Promise.reject(new Error('No assertion is made here.')),
      sleep: () => Promise.resolve(),
      nowMillis: systemClock.nowMillis,
      isDisruptive: true,
      requestsPerSecond: 100_000,
    });
    const { wrongOnes, seen } = await tapAll(target, way, known, new Set(['/token']));
    expect(wrongOnes).toEqual([]);
    expect(seen.size).toBeGreaterThan(60);
  },
);

test.each(['client_secret_basic', 'client_secret_post'] as const)(
  'at the hosted server, a client that is registered for %s sends what each case says',
  { timeout: 300_000 },
  async (way) => {
    const directory = join(folder, way);
    cpSync(join(resources, 'attack-range'), directory, { recursive: true });
    const known = new Map<string, Known>();
    for (const entry of readdirSync(join(directory, 'oauth/clients'))) {
      const path = join(directory, 'oauth/clients', entry);
      const client = JSON.parse(readFileSync(path, 'utf8')) as { client_id: string; client_secret?: string };
      if (client.client_secret === undefined) continue;
      known.set(client.client_id, { secret: client.client_secret, publicKey: null });
      writeFileSync(path, JSON.stringify({ ...client, token_endpoint_auth_method: way }));
    }
    const ranges = composeRanges({
      directory,
      clock: systemClock,
      random,
      record,
      gate: openGate,
      refusesValidator: () => null,
    });
    const target = hostedAttackTarget(
      ranges.parts,
      ranges.policy('product', { authorizationServer: [], samples: [] }),
    );
    const paths = new Set(['/as/token.oauth2', '/as/introspect.oauth2', '/as/revoke_token.oauth2']);
    const { wrongOnes, seen } = await tapAll(target, way, known, paths);
    expect(wrongOnes).toEqual([]);
    expect(seen.size).toBeGreaterThan(100);
  },
);
