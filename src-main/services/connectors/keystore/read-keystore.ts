import { GatehouseError } from '#shared/errors/index.ts';
import type { Manifest, SecretValue } from '#shared/workspace/index.ts';
import type { KeystoreFile } from '../ports.ts';
import { readInside } from '../read-inside.ts';

type KeystoreSetting = Manifest['services']['connectorHost']['keystore'];

/**
 * Reads the keystore that the connector host is set to, from the workspace's folder; null: it is set to none.
 * @throws connector.keystore where the file cannot be read
 */
export function readKeystore(
  directory: string,
  keystore: KeystoreSetting,
  readSecret: (value: SecretValue) => string | null,
): KeystoreFile | null {
  if (keystore === undefined) return null;
  const bytes = readInside(directory, keystore.file);
  if (bytes === null)
    throw new GatehouseError('connector.keystore', `The keystore ${keystore.file} cannot be read.`, {
      fix: 'Enter the path of a PKCS#12 file, relative to the workspace.',
      location: { file: 'gatehouse.json', pointer: '/services/connectorHost/keystore/file' },
    });
  return { bytes, password: keystore.password === undefined ? null : readSecret(keystore.password) };
}
