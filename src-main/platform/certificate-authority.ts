import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { RecordStore } from './ports.ts';

/** Certificates and the private key that belongs to the first of them, as PEM. */
export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

/** The workspace's own CA: clients that trust its root trust every service of the workspace. */
export interface CertificateAuthority {
  /** The root certificate as PEM, made on first use. */
  root(): Promise<string>;
  /** The root certificate as PEM, or null as long as nothing has asked for one. */
  existingRoot(): Promise<string | null>;
  /** A certificate for these hosts with at least 30 days to run, the root behind it. */
  serverCertificate(hosts: readonly string[]): Promise<KeyAndCertificate>;
}

export interface CertificateAuthorityPorts {
  readonly records: RecordStore;
  /** The machine's own time: clients judge certificates by theirs, not by the virtual clock. */
  readonly clock: Clock;
  readonly random: Random;
  /** Tells the roots of several workspaces apart in a trust store. */
  readonly workspaceName: string;
}

const recordKind = 'certificate';
const rootId = 'root';
const dayMillis = 86_400_000;
const rootDays = 3_650;
/** Longest that browsers take is 398 days; one less leaves room for clocks that differ. */
const serverDays = 397;
const renewalDays = 30;
/** Clients whose clock is a little behind must take a new certificate too. */
const backdateMillis = 3_600_000;
const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' } as const;

type Library = typeof import('@peculiar/x509');
type KeyPair = Parameters<Library['X509CertificateGenerator']['createSelfSigned']>[0]['keys'];

/** Loaded with the first certificate: a workspace without TLS never pays for it. */
export async function loadLibrary(): Promise<Library> {
  // Its container of parts needs the metadata functions of Reflect before it is loaded.
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

/** Makes the CA over the sealed records of the workspace's state; nothing is made before it is asked for. */
export function createCertificateAuthority(ports: CertificateAuthorityPorts): CertificateAuthority {
  const { records, clock } = ports;
  let made: Promise<KeyAndCertificate> | null = null;
  const servers = new Map<string, Promise<KeyAndCertificate>>();

  async function keep(id: string, pair: KeyAndCertificate): Promise<KeyAndCertificate> {
    records.put(recordKind, id, pair, { sealed: true });
    await records.commit();
    return pair;
  }

  function hasDaysLeft({ cert }: KeyAndCertificate, days: number): boolean {
    return new X509Certificate(cert).validToDate.getTime() - clock.nowMillis() >= days * dayMillis;
  }

  async function openRoot(): Promise<KeyAndCertificate> {
    const stored = await records.get<KeyAndCertificate>(recordKind, rootId);
    // A server certificate must not outlive the root behind it.
    if (stored !== null && hasDaysLeft(stored, serverDays)) return stored;
    return keep(rootId, await makeRoot(ports));
  }

  function rootPair(): Promise<KeyAndCertificate> {
    made ??= openRoot().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  }

  async function openServer(hosts: readonly string[]): Promise<KeyAndCertificate> {
    const root = await rootPair();
    const id = `server:${hosts.join(',')}`;
    const stored = await records.get<KeyAndCertificate>(recordKind, id);
    const isOurs = stored !== null && isIssuedBy(stored.cert, root.cert);
    if (isOurs && hasDaysLeft(stored, renewalDays)) return stored;
    return keep(id, await makeServer(ports, root, hosts));
  }

  return {
    root: async () => (await rootPair()).cert,
    async existingRoot() {
      const stored = made ?? records.get<KeyAndCertificate>(recordKind, rootId);
      return (await stored)?.cert ?? null;
    },
    serverCertificate(hosts) {
      const sorted = [...new Set(hosts)].toSorted();
      const id = sorted.join(',');
      // Services that start at the same time with the same hosts share one certificate.
      const pending = servers.get(id) ?? openServer(sorted).finally(() => servers.delete(id));
      servers.set(id, pending);
      return pending;
    },
  };
}

function isIssuedBy(chainPem: string, rootPem: string): boolean {
  return new X509Certificate(chainPem).verify(new X509Certificate(rootPem).publicKey);
}

/** A serial number of 127 random bits as hexadecimal: positive, and of at most 20 octets. RFC 5280 §4.1.2.2 */
export function serialNumber(random: Random): string {
  const bytes = Buffer.from(random.bytes(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function validity(clock: Clock, days: number): { readonly notBefore: Date; readonly notAfter: Date } {
  const notBeforeMillis = clock.nowMillis() - backdateMillis;
  return { notBefore: new Date(notBeforeMillis), notAfter: new Date(notBeforeMillis + days * dayMillis) };
}

/** RFC 5280 §4.2.1: a CA that may sign certificates of servers, and no CA below it. */
async function makeRoot({
  clock,
  random,
  workspaceName,
}: CertificateAuthorityPorts): Promise<KeyAndCertificate> {
  const x509 = await loadLibrary();
  const keys = await generateKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: [{ CN: [`Gatehouse CA of ${workspaceName}`.slice(0, 64)] }],
      keys,
      serialNumber: serialNumber(random),
      ...validity(clock, rootDays),
      signingAlgorithm,
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return { key: await toPem(keys.privateKey), cert: `${certificate.toString('pem')}\n` };
}

async function makeServer(
  { clock, random }: CertificateAuthorityPorts,
  root: KeyAndCertificate,
  hosts: readonly string[],
): Promise<KeyAndCertificate> {
  const x509 = await loadLibrary();
  const issuer = new x509.X509Certificate(root.cert);
  const keys = await generateKeys();
  const names = hosts.map((value) => ({
    type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const),
    value,
  }));
  const certificate = await x509.X509CertificateGenerator.create(
    {
      subject: [{ CN: ['Gatehouse service'] }],
      issuer: issuer.subject,
      publicKey: keys.publicKey,
      signingKey: await fromPem(root.key),
      serialNumber: serialNumber(random),
      ...validity(clock, serverDays),
      signingAlgorithm,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(names),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
        await x509.AuthorityKeyIdentifierExtension.create(issuer, false, crypto),
      ],
    },
    crypto,
  );
  return { key: await toPem(keys.privateKey), cert: `${certificate.toString('pem')}\n${root.cert}` };
}

function generateKeys(): Promise<KeyPair> {
  return crypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);
}

/** A private key as PEM, in clear. RFC 5958 */
export async function toPem(key: KeyPair['privateKey']): Promise<string> {
  const bytes = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${bytes.replace(/.{1,64}/g, '$&\n')}-----END PRIVATE KEY-----\n`;
}

function fromPem(pem: string): Promise<KeyPair['privateKey']> {
  const bytes = Buffer.from(pem.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  return crypto.subtle.importKey('pkcs8', bytes, keyAlgorithm, false, ['sign']);
}
