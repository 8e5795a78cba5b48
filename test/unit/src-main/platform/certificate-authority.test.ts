import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { certificateHosts } from '#main/platform/addresses.ts';
import { createCertificateAuthority } from '#main/platform/certificate-authority.ts';
import type { Storage } from '#main/platform/ports.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { openTestStorage, temporaryDirectory } from '#test/support/storage.ts';

const dayMillis = 86_400_000;
const hosts = ['127.0.0.1', '::1', 'localhost', 'gatehouse.example'];

let nowMillis: number;
let storage: Storage;

const open = (records = storage.records) =>
  createCertificateAuthority({
    records,
    clock: { nowMillis: () => nowMillis },
    random: createSystemRandom(),
    workspaceName: 'Orders',
  });

beforeEach(() => {
  nowMillis = Date.UTC(2026, 0, 1, 12);
  storage = createMemoryStorage({ maxExchanges: 10, maxExchangeBytes: 10_000 });
});

describe('the CA of a workspace', () => {
  test('has a root on a P-256 key that may sign servers, and no other CA', async () => {
    const root = new X509Certificate(await open().root());
    expect(root.ca).toBe(true);
    expect(root.subject).toBe('CN=Gatehouse CA of Orders');
    expect(root.publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'prime256v1' });
    expect(root.verify(root.publicKey)).toBe(true);
  });

  test('makes nothing until it is asked, and then one root for all who ask at once', async () => {
    const authority = open();
    expect(await authority.existingRoot()).toBeNull();
    const [one, other] = await Promise.all([authority.root(), authority.root()]);
    expect(one).toBe(other);
    expect(await authority.existingRoot()).toBe(one);
    expect(await open().existingRoot()).toBe(one);
  });

  test('issues a certificate for every host by which the service is reached, for 397 days', async () => {
    const authority = open();
    const { cert, key } = await authority.serverCertificate(hosts);
    const server = new X509Certificate(cert);
    const root = new X509Certificate(await authority.root());
    expect([server.ca, server.checkIssued(root), server.verify(root.publicKey)]).toEqual([false, true, true]);
    for (const ip of ['127.0.0.1', '::1']) expect(server.checkIP(ip)).toBeDefined();
    for (const name of ['localhost', 'gatehouse.example']) expect(server.checkHost(name)).toBe(name);
    expect(server.checkHost('other.example')).toBeUndefined();
    expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    const days = (server.validToDate.getTime() - server.validFromDate.getTime()) / dayMillis;
    expect(days).toBe(397);
    expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    expect(cert.endsWith(await authority.root())).toBe(true);
  });

  test('keeps a certificate over a restart until less than 30 days remain', async () => {
    const first = await open().serverCertificate(hosts);
    const endMillis = new X509Certificate(first.cert).validToDate.getTime();
    nowMillis = endMillis - 30 * dayMillis;
    expect(await open().serverCertificate(hosts.toReversed())).toEqual(first);
    nowMillis += 1;
    const renewed = await open().serverCertificate(hosts);
    expect(renewed.cert).not.toBe(first.cert);
    expect(new X509Certificate(renewed.cert).validToDate.getTime()).toBeGreaterThan(endMillis);
  });

  test('gives another set of hosts a certificate of its own under the same root', async () => {
    const authority = open();
    const [one, other] = await Promise.all([
      authority.serverCertificate(hosts),
      authority.serverCertificate(['192.0.2.7']),
    ]);
    expect(new X509Certificate(other.cert).checkIP('192.0.2.7')).toBe('192.0.2.7');
    expect(new X509Certificate(one.cert).checkIP('192.0.2.7')).toBeUndefined();
    expect(one.cert.slice(-400)).toBe(other.cert.slice(-400));
  });

  test('makes a new root when the old one would end before a certificate does, and leaves nothing of the old', async () => {
    const first = await open().serverCertificate(hosts);
    const oldRoot = await open().root();
    nowMillis = new X509Certificate(oldRoot).validToDate.getTime() - 396 * dayMillis;
    const authority = open();
    const server = new X509Certificate((await authority.serverCertificate(hosts)).cert);
    const root = new X509Certificate(await authority.root());
    expect(root.raw.equals(new X509Certificate(oldRoot).raw)).toBe(false);
    expect(server.verify(root.publicKey)).toBe(true);
    expect(server.validToDate.getTime()).toBeLessThan(root.validToDate.getTime());
    expect(first.cert).not.toContain(server.toString());
  });

  test('survives in the state, and its keys are not readable there', async () => {
    const directory = temporaryDirectory();
    const before = await openTestStorage(directory.path);
    const made = await open(before.records).serverCertificate(hosts);
    await before.close();
    const onDisk = readdirSync(directory.path)
      .map((name) => readFileSync(`${directory.path}/${name}`, 'latin1'))
      .join('\n');
    expect(onDisk).toContain('server:');
    expect(onDisk).not.toContain('PRIVATE KEY');
    const after = await openTestStorage(directory.path);
    expect(await open(after.records).serverCertificate(hosts)).toEqual(made);
    await after.close();
    directory.remove();
  });
});

describe('the hosts in a certificate', () => {
  test('are the loopback ones, the bind address and the public host', () => {
    expect(certificateHosts({ bind: '192.0.2.7', publicUrl: 'https://id.example:8443/x' })).toEqual([
      '127.0.0.1',
      '192.0.2.7',
      '::1',
      'id.example',
      'localhost',
    ]);
    expect(certificateHosts({ bind: '::1', publicUrl: 'https://[2001:DB8::1]' })).toContain('2001:db8::1');
  });

  test('name no address that is none: “every address” is the addresses of the machine', () => {
    const named = certificateHosts({ bind: '0.0.0.0' });
    expect(named).not.toContain('0.0.0.0');
    expect(named).toEqual(expect.arrayContaining(['127.0.0.1', '::1', 'localhost']));
  });
});
