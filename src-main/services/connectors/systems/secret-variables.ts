import { createHash } from 'node:crypto';
import { type ConnectorProblem, guardedProperties } from '#shared/connectors/index.ts';
import {
  isClearSecret,
  type JsonPath,
  secretPaths,
  secretValueSchema,
  toPointer,
  type Variables,
  valueAt,
} from '#shared/workspace/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { DocumentSecrets } from '../ports.ts';

const guarded: ReadonlySet<string> = new Set(guardedProperties);

/** The values of the secrets that a document names. */
export interface NamedSecrets {
  /** All that is known, and those in header fields, parameters and bodies; those of properties are read when used. */
  readonly variables: Variables;
  /** Names of the secrets among the variables. */
  readonly names: readonly string[];
  /** Names of secrets that this connector may not have. */
  readonly refused: readonly ConnectorProblem[];
  /** True if a secret that would be a variable cannot be had. */
  readonly isWithheld: boolean;
  /** Digest of the secrets of properties, which changes with each of them. */
  readonly fingerprint: string;
}

/**
 * Finds the stored secrets that one document names: they are variables in this one alone.
 * @param known Variables of all documents, which go before secrets of the same name
 */
export function namedSecrets(
  document: JsonValue | null,
  secrets: DocumentSecrets,
  known: Variables = {},
): NamedSecrets {
  const variables = new Map<string, string>();
  const refused: ConnectorProblem[] = [];
  let isWithheld = false;
  const digest = createHash('sha256');
  for (const path of document === null ? [] : secretPaths('connector', document)) {
    const value = valueAt(document, path);
    const parsed = secretValueSchema.safeParse(value);
    if (!parsed.success || isClearSecret('connector', value)) continue;
    const name = isGuarded(path) ? null : variableName(value);
    if (name !== null && Object.hasOwn(known, name)) continue;
    const refusal = secrets.refusal(parsed.data);
    if (refusal !== null) refused.push({ ...refusal, pointer: toPointer(path) });
    const text = secrets.read(parsed.data);
    if (name === null) {
      digest.update(JSON.stringify([path, text]));
      continue;
    }
    if (text === null) isWithheld = true;
    else variables.set(name, text);
  }
  return {
    variables: { ...Object.fromEntries(variables), ...known },
    names: [...variables.keys()],
    refused,
    isWithheld,
    fingerprint: digest.digest('base64url'),
  };
}

/** The problems of a document: a name that is refused is no unknown variable. */
export function withRefused(
  problems: readonly ConnectorProblem[],
  { refused }: Pick<NamedSecrets, 'refused'>,
): readonly ConnectorProblem[] {
  const places = new Set(refused.map(({ pointer }) => pointer));
  return [
    ...refused,
    ...problems.filter(({ code, pointer }) => code !== 'workspace.unknown-variable' || !places.has(pointer)),
  ];
}

function isGuarded(path: JsonPath): boolean {
  return path[0] === 'configurationProperties' && path.length === 2 && guarded.has(String(path[1]));
}

function variableName(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? (/^&\{([A-Za-z0-9._-]{1,128})\}$/.exec(value)?.[1] ?? null) : null;
}
