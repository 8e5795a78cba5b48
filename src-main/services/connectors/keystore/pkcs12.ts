import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { asn1, pkcs12 } from 'node-forge';
import { privateKeyOf } from '#main/platform/key-kinds.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { ConnectorFailure } from '../failure.ts';
import type { KeystoreFile } from '../ports.ts';
import { withBoundedIterations } from './iterations.ts';

/** The certificate shown to a server that asks for one, as PEM. */
export interface ClientCertificate {
  /** The certificate, and those that lead to its root. */
  readonly certificates: string;
  readonly key: string;
}

export interface KeystoreEntry {
  readonly keystore: KeystoreFile;
  readonly alias: string;
  /** Of the private key; null: that of the keystore. */
  readonly keyPassword: string | null;
}

type Forge = typeof import('node-forge');
type Bag = pkcs12.Bag;
type Decrypt = (encrypted: asn1.Asn1, password: string) => asn1.Asn1 | null;

/**
 * Takes a private key with its certificates out of a PKCS#12 keystore; aliases are compared without regard to case, as
 * keytool does. RFC 7292 §4.2
 * @throws ConnectorFailure CONFIGURATION
 */
export async function readClientCertificate(entry: KeystoreEntry): Promise<ClientCertificate> {
  // Only those who use a keystore pay for what reads it.
  const { default: forge } = (await import('node-forge')) as unknown as { readonly default: Forge };
  const { oids } = forge.pki;
  const bags = openKeystore(forge, entry);
  const keys = bags.filter(({ type }) => type === oids['keyBag'] || type === oids['pkcs8ShroudedKeyBag']);
  const bag = keys.find((each) => nameOf(each).toLowerCase() === entry.alias.toLowerCase());
  if (bag === undefined) throw noSuchAlias(entry.alias, keys.map(nameOf));
  const key = keyOf(forge, bag, entry.alias);
  const certificates = bags
    .filter(({ type }) => type === oids['certBag'])
    .map((each) => certificateOf(forge, each));
  const own = certificates.find((certificate) => certificate.checkPrivateKey(key));
  if (own === undefined)
    throw unusable(
      `The keystore has no certificate for the key ${entry.alias}.`,
      'Add the certificate of the key to the keystore.',
    );
  return {
    certificates: chainOf(own, certificates).map(String).join(''),
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function openKeystore(forge: Forge, { keystore, keyPassword }: KeystoreEntry): readonly Bag[] {
  const { pki } = forge;
  const decrypt: Decrypt = pki.decryptPrivateKeyInfo;
  const passwords = [keyPassword, keystore.password ?? ''].filter((each) => each !== null);
  // The library opens all keys with the password of the keystore, and nothing at all where one has its own.
  Reflect.set(pki, 'decryptPrivateKeyInfo', (encrypted: asn1.Asn1) =>
    decrypted(decrypt, encrypted, passwords),
  );
  try {
    const document = forge.asn1.fromDer(forge.util.createBuffer(keystore.bytes.toString('latin1')));
    const { safeContents } = withBoundedIterations(forge, () =>
      forge.pkcs12.pkcs12FromAsn1(document, false, keystore.password ?? ''),
    );
    return safeContents.flatMap(({ safeBags }) => safeBags);
  } catch (cause) {
    if (cause instanceof ConnectorFailure) throw cause;
    throw unusable(
      'The keystore cannot be opened.',
      'Check that the file is in PKCS#12 format and that its password is stored.',
      cause,
    );
  } finally {
    Reflect.set(pki, 'decryptPrivateKeyInfo', decrypt);
  }
}

/** A key that no password opens stays encrypted, because the configuration may mean another key. */
function decrypted(decrypt: Decrypt, encrypted: asn1.Asn1, passwords: readonly string[]): asn1.Asn1 {
  for (const password of passwords) {
    try {
      const key = decrypt(encrypted, password);
      if (key !== null) return key;
    } catch (error) {
      if (error instanceof ConnectorFailure) throw error;
      // A wrong password can produce valid padding by chance; the decrypted bytes are then not a key.
    }
  }
  return encrypted;
}

function keyOf(forge: Forge, bag: Bag, alias: string): KeyObject {
  try {
    // Keys of elliptic curves are left as they are.
    return bag.key == null
      ? privateKeyOf(derOf(forge, bag.asn1))
      : createPrivateKey(forge.pki.privateKeyToPem(bag.key));
  } catch (error) {
    if (error instanceof GatehouseError)
      throw unusable(
        `The private key ${alias} cannot be used. ${error.message}`,
        error.fix ?? 'Use another key.',
      );
    throw unusable(
      `The private key ${alias} cannot be decrypted.`,
      'Set clientCertPassword to the password of the key.',
    );
  }
}

function certificateOf(forge: Forge, { cert, asn1: raw }: Bag): X509Certificate {
  try {
    return new X509Certificate(derOf(forge, cert == null ? raw : forge.pki.certificateToAsn1(cert)));
  } catch (cause) {
    throw unusable(
      'A certificate in the keystore cannot be read.',
      'Replace it with a valid certificate.',
      cause,
    );
  }
}

/** A certificate and, one after the other, those that issued it, as far as they are there. RFC 8446 §4.4.2 */
function chainOf(own: X509Certificate, others: readonly X509Certificate[]): readonly X509Certificate[] {
  const chain = [own];
  for (let last = own; ; ) {
    const issuer = others.find((each) => !chain.includes(each) && last.checkIssued(each));
    if (issuer === undefined) return chain;
    chain.push(issuer);
    last = issuer;
  }
}

function nameOf({ attributes }: Bag): string {
  const { friendlyName } = attributes as { readonly friendlyName?: readonly string[] };
  return friendlyName?.[0] ?? '';
}

function derOf(forge: Forge, value: asn1.Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
}

function noSuchAlias(alias: string, names: readonly string[]): ConnectorFailure {
  const known = names.filter((name) => name !== '');
  return unusable(
    `The keystore has no private key with the alias ${alias}.`,
    known.length === 0
      ? 'Add the key to the keystore with this alias.'
      : `Available aliases: ${known.join(', ')}.`,
  );
}

function unusable(message: string, fix: string, cause?: unknown): ConnectorFailure {
  return new ConnectorFailure('CONFIGURATION', message, { fix, cause });
}
