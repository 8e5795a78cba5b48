import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createCertificateAuthority, type KeyAndCertificate } from '#main/platform/certificate-authority.ts';
import { systemClock } from '#main/platform/clock.ts';
import { createOutgoing, type Outgoing } from '#main/platform/outgoing.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { makeSelfSigned } from '#main/platform/self-signed-certificate.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { networkSchema } from '#shared/workspace/index.ts';
import { startForwardProxy } from '#test/support/connect-proxy.ts';
import { answerJson, makeConnector, type Remote, startRemote } from '#test/support/connectors.ts';
import { makeKeystore, makeRsaKeystore, weakPair } from '#test/support/pkcs12.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { hasTool } from '#test/support/tools.ts';

const random = createSystemRandom();
const company = createCertificateAuthority({
  records: createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1_000 }).records,
  clock: systemClock,
  random,
  workspaceName: 'the company',
});
let remotes: Remote[] = [];
let outgoing: Outgoing;

const directory = startedOnce(temporaryDirectory);
beforeAll(async () => {
  writeFileSync(join(directory.path, 'company.pem'), await company.root());
  const network = networkSchema.parse({ caFiles: ['company.pem'] });
  outgoing = createOutgoing({
    directory: directory.path,
    network: () => network,
    readSecret: () => null,
    ownHosts: () => [],
    ownRoot: async () => null,
  });
});
afterEach(async () => {
  await Promise.all(remotes.map((remote) => remote.close()));
  remotes = [];
});

/** A remote with a certificate of the company for these hosts, which asks clients for theirs. */
async function companyRemote(hosts: readonly string[]): Promise<Remote> {
  return remoteWith(await company.serverCertificate(hosts));
}

async function remoteWith(certificate: KeyAndCertificate): Promise<Remote> {
  const remote = await startRemote(answerJson({}), {
    ...certificate,
    requestCert: true,
    rejectUnauthorized: false,
  });
  remotes.push(remote);
  return remote;
}

const selfSigned = (commonName: string, keyType: 'rsa' | 'ec' = 'ec') =>
  makeSelfSigned({ commonName, keyType, lifetimeDays: 30, clock: systemClock, random });

type Ports = Parameters<typeof makeConnector>[1];
async function testOnce(properties: Readonly<Record<string, unknown>>, ports: Ports = {}): Promise<void> {
  const { connector } = makeConnector(properties, { outgoing, ...ports });
  await connector.test({});
}

describe('certificates of the remote', () => {
  const untrusted = { type: 'RETRYABLE', cause: { code: 'upstream.untrusted' } };

  test('of a CA of the workspace are trusted, through a tunnel of a proxy too', async () => {
    const remote = await companyRemote(['127.0.0.1', 'hr.example']);
    const proxy = await startForwardProxy('gate:planted-password');
    await testOnce({ serviceUri: remote.origin });
    await testOnce({
      serviceUri: `https://hr.example:${remote.port}`,
      authToken: 'planted-token',
      httpProxyHost: '127.0.0.1',
      httpProxyPort: proxy.port,
      httpProxyUsername: 'gate',
      httpProxyPassword: 'planted-password',
    });
    await proxy.close();
    expect(proxy.seen.map(({ line }) => line)).toEqual([`CONNECT hr.example:${remote.port}`]);
    expect(remote.seen.map(({ headers }) => [headers.host, headers['proxy-authorization']])).toEqual([
      [`127.0.0.1:${remote.port}`, undefined],
      [`hr.example:${remote.port}`, undefined],
    ]);
  });

  test('that nobody vouches for are refused before anything is sent', async () => {
    const remote = await remoteWith(await selfSigned('hr'));
    await expect(testOnce({ serviceUri: remote.origin })).rejects.toMatchObject(untrusted);
    expect(remote.seen).toHaveLength(0);
  });

  test('acceptSelfSignedCertificates trusts any issuer, and still no certificate of another host', async () => {
    const stranger = await selfSigned('hr');
    const remote = await remoteWith(stranger);
    const properties = { serviceUri: remote.origin, acceptSelfSignedCertificates: true };
    await expect(testOnce(properties)).rejects.toMatchObject(untrusted);
    const elsewhere = createCertificateAuthority({
      records: createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1_000 }).records,
      clock: systemClock,
      random,
      workspaceName: 'elsewhere',
    });
    const named = await remoteWith(await elsewhere.serverCertificate(['127.0.0.1']));
    await testOnce({ ...properties, serviceUri: named.origin });
    expect([remote.seen.length, named.seen.length]).toEqual([0, 1]);
  });

  test('disableHostNameVerifier trusts certificates of other hosts, and still no unknown issuer', async () => {
    const other = await companyRemote(['payroll.example']);
    await expect(testOnce({ serviceUri: other.origin })).rejects.toMatchObject(untrusted);
    await testOnce({ serviceUri: other.origin, disableHostNameVerifier: true });
    expect(other.seen).toHaveLength(1);
    const unknown = await remoteWith(await selfSigned('hr'));
    await expect(
      testOnce({ serviceUri: unknown.origin, disableHostNameVerifier: true }),
    ).rejects.toMatchObject(untrusted);
  });

  test('with both, any certificate will do; as long as they are set, warnings stand', async () => {
    const remote = await remoteWith(await selfSigned('hr'));
    const both = { acceptSelfSignedCertificates: true, disableHostNameVerifier: true };
    await testOnce({ serviceUri: remote.origin, ...both });
    expect(remote.seen).toHaveLength(1);
    expect(makeConnector(both).connector.warnings).toHaveLength(2);
    expect(makeConnector({}).connector.warnings).toEqual([]);
  });
});

describe('mutual TLS', () => {
  const shown = async (
    bytes: Buffer,
    password: string | null,
    properties: Readonly<Record<string, unknown>>,
  ) => {
    const remote = await companyRemote(['127.0.0.1']);
    await testOnce({ serviceUri: remote.origin, ...properties }, { keystore: () => ({ bytes, password }) });
    return remote.seen[0]?.clientName;
  };

  test('the certificate of the alias is shown, from a keystore with one RSA key', async () => {
    const pair = await selfSigned('hr-client', 'rsa');
    const bytes = makeRsaKeystore({ alias: 'HR', ...pair, password: 'store-password' });
    expect(await shown(bytes, 'store-password', { clientCertAlias: 'hr' })).toBe('hr-client');
    expect(await shown(bytes, 'store-password', {})).toBeNull();
  });

  test('of several keys, RSA and EC with passwords of their own, the alias chooses', async () => {
    const keys = [
      { alias: 'hr', ...(await selfSigned('hr-client')), password: 'key-password' },
      { alias: 'payroll', ...(await selfSigned('payroll-client', 'rsa')), password: 'store-password' },
    ];
    const bytes = makeKeystore(keys);
    const own = { clientCertAlias: 'hr', clientCertPassword: 'key-password' };
    expect(await shown(bytes, 'store-password', own)).toBe('hr-client');
    expect(await shown(bytes, 'store-password', { clientCertAlias: 'payroll' })).toBe('payroll-client');
  });

  test('a keystore that OpenSSL made is read', async ({ skip }) => {
    skip(!hasTool('openssl'), 'openssl is not installed');
    const { key, cert } = await selfSigned('hr-client');
    const [keyFile, certFile, out] = ['key.pem', 'cert.pem', 'store.p12'].map((name) =>
      join(directory.path, name),
    );
    writeFileSync(keyFile ?? '', key);
    writeFileSync(certFile ?? '', cert);
    const files = ['-inkey', keyFile ?? '', '-in', certFile ?? '', '-out', out ?? ''];
    execFileSync('openssl', [
      'pkcs12',
      '-export',
      ...files,
      '-name',
      'hr',
      '-passout',
      'pass:store-password',
    ]);
    expect(await shown(readFileSync(out ?? ''), 'store-password', { clientCertAlias: 'hr' })).toBe(
      'hr-client',
    );
  });

  test.each([
    [
      'an alias that it does not hold',
      { clientCertAlias: 'payroll' },
      'store-password',
      /Available aliases: hr/,
    ],
    ['a wrong password of the keystore', { clientCertAlias: 'hr' }, 'wrong', /PKCS#12/],
  ])('%s is a configuration failure, and nothing is sent', async (_what, properties, password, fix) => {
    const bytes = makeRsaKeystore({
      alias: 'hr',
      ...(await selfSigned('hr-client', 'rsa')),
      password: 'store-password',
    });
    await expect(shown(bytes, password, properties)).rejects.toMatchObject({
      type: 'CONFIGURATION',
      fix: expect.stringMatching(fix),
    });
    expect(remotes[0]?.seen).toHaveLength(0);
  });

  test('a key that TLS does not take is a configuration failure, and nothing is sent', async () => {
    const pair = weakPair();
    const bytes = makeRsaKeystore({ alias: 'hr', ...pair, password: 'store-password' });
    await expect(shown(bytes, 'store-password', { clientCertAlias: 'hr' })).rejects.toMatchObject({
      type: 'CONFIGURATION',
      message: 'The TLS library rejects the certificate of hr.',
      fix: expect.stringMatching(/2,048/),
    });
    expect(remotes[0]?.seen).toHaveLength(0);
  });

  test.each([
    ['its MAC', { macIterations: 2_000_000 }],
    ['a key', { keyIterations: 100_001 }],
  ])('a keystore that asks for too many iterations for %s is refused', async (_what, counts) => {
    const pair = await selfSigned('hr-client', 'rsa');
    const bytes = makeKeystore([{ alias: 'hr', ...pair, password: 'store-password' }], counts);
    await expect(shown(bytes, 'store-password', { clientCertAlias: 'hr' })).rejects.toMatchObject({
      type: 'CONFIGURATION',
      message: 'The keystore uses too many key derivation iterations.',
    });
  });

  test('a wrong password of the key names the property', async () => {
    const bytes = makeKeystore([
      { alias: 'hr', ...(await selfSigned('hr-client')), password: 'key-password' },
    ]);
    const failure = shown(bytes, 'store-password', { clientCertAlias: 'hr', clientCertPassword: 'wrong' });
    await expect(failure).rejects.toMatchObject({
      type: 'CONFIGURATION',
      fix: expect.stringMatching(/clientCertPassword/),
    });
  });

  test('an alias without a keystore in the workspace is a configuration failure', async () => {
    const remote = await companyRemote(['127.0.0.1']);
    const failure = testOnce({ serviceUri: remote.origin, clientCertAlias: 'hr' });
    await expect(failure).rejects.toMatchObject({ type: 'CONFIGURATION' });
  });
});
