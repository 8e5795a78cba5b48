import { parseTree } from 'jsonc-parser';
import { exportGap, type LostMember, variablesIn } from '#shared/connectors/exporting/index.ts';
import type { JsonObject } from '#shared/connectors/types.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import {
  isClearSecret,
  isJsonObject,
  isPartlyClear,
  type JsonPath,
  type JsonValue,
  secretPaths,
  secretReference,
  secretValueSchema,
  toPointer,
  valueAt,
  type WorkspaceFileKind,
} from '#shared/workspace/index.ts';
import { encryptDocument, keySecretName } from './crypto-document.ts';
import { byteOrderMark, parseJsonDocument } from './json-file.ts';
import { replaceValues, tolerantValue, valuesAt } from './json-text.ts';
import { type FileSecrets, readSecretText, type SecretSource } from './secret-reading.ts';
import type { Workspace } from './workspace.ts';
import { requireWorkspaceFile, textNow } from './workspace-file.ts';

/** A document for carrying away, and the pointers of the secrets that are not in it. */
export interface ExportedDocument {
  readonly text: string;
  readonly leftOut: readonly string[];
  /** Variables that must be defined at the target, including those for secrets. */
  readonly variables: readonly string[];
  /** Gatehouse extensions that the target ignores. */
  readonly extensions: readonly LostMember[];
}

/**
 * A document of a product without its secrets, or with them encrypted under the stored key of an alias; what is
 * encrypted already, and references by name, stay where no key is named.
 * @throws api.not-found, workspace.syntax, secret.crypto-key-missing
 */
export function exportDocument(
  workspace: Workspace,
  file: string,
  keyAlias: string | null,
  random: Random,
): ExportedDocument {
  const { kind } = requireWorkspaceFile(file).format;
  const text = textNow(workspace.directory, file);
  if (text === null) throw new GatehouseError('api.not-found', `${file} does not exist.`);
  const parsed = parseJsonDocument(text, file);
  // A document that cannot be read could hold secrets anywhere.
  if ('problem' in parsed) throw GatehouseError.fromProblem(parsed.problem);
  const document = parsed.value.value;
  const places = secretPaths(kind, document);
  const sources = { source: workspace.secretSource, secrets: workspace.secretsOf(file) };
  const leftOut: string[] = [];
  const replacements = places.flatMap((path): readonly { path: JsonPath; value: JsonValue }[] => {
    const value = valueAt(document, path);
    const sealed = keyAlias === null ? null : sealedValue(sources, value, keyAlias, random);
    if (sealed !== null) return [{ path, value: sealed }];
    const reference = keyAlias === null ? asReference(kind, value) : null;
    // A member may occur twice.
    if (!valuesAt(text, path).some((each) => isInClear(kind, each, keyAlias !== null)))
      return reference === null ? [] : [{ path, value: reference }];
    leftOut.push(toPointer(path));
    return [{ path, value: null }];
  });
  const exported = replaceValues(text, replacements);
  if (kind !== 'connector')
    return {
      text: exported,
      leftOut,
      variables: variablesIn(tolerantValue(exported) ?? null),
      extensions: [],
    };
  const { lacking, lost } = exportGap(document, requireWorkspaceFile(file).name);
  const whole = withMembers(exported, document, lacking);
  return { text: whole, leftOut, variables: variablesIn(tolerantValue(whole) ?? null), extensions: lost };
}

/** Puts members in place of those that are null, appends the others, and leaves everything else unchanged. */
function withMembers(text: string, document: JsonValue, members: JsonObject): string {
  const isThere = (name: string) => valueAt(document, [name]) !== undefined;
  const [present, absent] = [true, false].map((wanted) =>
    Object.entries(members).filter(([name]) => isThere(name) === wanted),
  );
  const replaced = (present ?? []).map(([name, value]) => ({ path: [name], value }));
  return appended(replaceValues(text, replaced), absent ?? []);
}

function appended(text: string, members: readonly (readonly [name: string, value: JsonValue])[]): string {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(mark.length);
  const root = parseTree(body, [], { allowTrailingComma: true });
  if (root?.type !== 'object') return text;
  const last = root.children?.at(-1);
  const at = last === undefined ? root.offset + 1 : last.offset + last.length;
  const added = members.map(
    ([name, value]) =>
      `\n  ${JSON.stringify(name)}: ${JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')}`,
  );
  const comma = last === undefined || added.length === 0 ? '' : ',';
  return `${mark}${body.slice(0, at)}${comma}${added.join(',')}${body.slice(at)}`;
}

/** A stored secret in the notation of the products; null for any other value. */
function asReference(kind: WorkspaceFileKind, value: JsonValue | undefined): JsonValue | null {
  const name = isJsonObject(value) ? value['$secret'] : undefined;
  return kind === 'connector' && typeof name === 'string' ? secretReference(kind, name) : null;
}

/** With a key named, what could not be had is left out too. */
function isInClear(kind: WorkspaceFileKind, value: JsonValue | undefined, isAll: boolean): boolean {
  return isClearSecret(kind, value) || isPartlyClear(kind, value) || (isAll && typeof value === 'string');
}

/** @throws secret.crypto-key-missing */
function sealedValue(
  { source, secrets }: { readonly source: SecretSource; readonly secrets: FileSecrets },
  value: JsonValue | undefined,
  keyAlias: string,
  random: Random,
): JsonValue | null {
  const parsed = secretValueSchema.safeParse(value);
  if (!parsed.success) return null;
  if (typeof parsed.data !== 'string' && '$crypto' in parsed.data) return null;
  const clear = readSecretText(parsed.data, secrets);
  if (clear === null) return null;
  // The person names the key: whose else it is does not matter.
  const sealed = encryptDocument(clear, keyAlias, random.bytes(16), source.resolveChosen);
  if (sealed !== null) return sealed as unknown as JsonValue;
  const name = source.storedName(keySecretName(keyAlias));
  throw new GatehouseError(
    'secret.crypto-key-missing',
    `The key ${keyAlias} is not stored or is not valid.`,
    {
      fix: `Store a Base64 key of 16, 24 or 32 bytes as the secret ${name}.`,
      actions: [{ kind: 'store-secret', name }],
    },
  );
}
