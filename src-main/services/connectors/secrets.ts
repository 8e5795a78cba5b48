import type { ConnectorProperties, guardedProperties } from '#shared/connectors/index.ts';
import type { SecretValue } from '#shared/workspace/index.ts';
import { ConnectorFailure } from './failure.ts';
import type { ConnectorPorts } from './ports.ts';

type Guarded = (typeof guardedProperties)[number];

/** Reads a secret of the configuration; null: it is not set. */
export type ReadProperty = (name: Guarded) => string | null;

/** Makes what reads the secrets of a configuration, anew each time: they may be changed meanwhile. */
export function secretsOf(
  properties: ConnectorProperties,
  { readSecret }: Pick<ConnectorPorts, 'readSecret'>,
): ReadProperty {
  return (name) => {
    const value = properties[name];
    if (value === null || value === '') return null;
    if (isStructure(value)) return JSON.stringify(value);
    const text = readSecret(value);
    if (text !== null) return text;
    throw new ConnectorFailure('CONFIGURATION', `The secret of ${name} cannot be had.`, {
      fix: 'Store the secret that the configuration names, or the key that opens it. One of another file has to be allowed to this connector.',
    });
  };
}

/** A key as an object: the text of a secret is its JSON. */
function isStructure(
  value: NonNullable<ConnectorProperties[Guarded]>,
): value is Exclude<NonNullable<ConnectorProperties['jwtKey']>, SecretValue> {
  return typeof value === 'object' && !Object.hasOwn(value, '$secret') && !Object.hasOwn(value, '$crypto');
}

/** Tests whether an attribute counts as a password by its name. */
export function isPasswordName(attribute: string): boolean {
  return /passw/i.test(attribute);
}
