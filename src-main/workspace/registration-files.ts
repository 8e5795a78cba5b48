import type { HeldSecret, RegistrationKind } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  isClearSecret,
  isJsonObject,
  type JsonValue,
  parseSecretValue,
  secretPaths,
  secretValueSchema,
  toPointer,
  workspaceFileAt,
  workspaceFormats,
} from '#shared/workspace/index.ts';
import { fileNameOf, identifierIn } from './entity-names.ts';
import type { FileEditor } from './file-editor.ts';
import { editJson, newJson } from './json-edit.ts';
import { parseJsonDocument } from './json-file.ts';
import type { SecretSource } from './secret-reading.ts';
import type { Workspace } from './workspace.ts';

type Members = Readonly<Record<string, JsonValue>>;

/** A registration as a form edits it. */
export interface RegistrationFile {
  readonly kind: RegistrationKind;
  readonly file: string;
  /** client_id, username, or the name of the file. */
  readonly id: string;
  readonly version: string;
  readonly isReadOnly: boolean;
  /** All members but the secrets; null where the file cannot be read. */
  readonly document: Members | null;
  readonly secrets: Readonly<Record<string, HeldSecret>>;
}

/** The content of the file that a form asks for. */
export interface RegistrationChange {
  readonly kind: RegistrationKind;
  readonly id: string;
  /** The version on which the form was begun; null: it is new. */
  readonly baseVersion: string | null;
  readonly document: Readonly<Record<string, unknown>>;
  /** New secrets by their members, null to take one away; the others stay. */
  readonly secrets: Readonly<Record<string, string | null>>;
}

/** Every registration of a kind in the present form of its file. */
export function readRegistrations(
  workspace: Workspace,
  editor: FileEditor,
  kind: RegistrationKind,
): readonly RegistrationFile[] {
  return workspace.files
    .filter((listed) => listed.kind === kind)
    .flatMap(({ file }) => {
      const { text, version, isReadOnly } = readTolerant(editor, file);
      if (version === null) return [];
      const members = membersOf(text, file);
      const id =
        (members === null ? null : identifierIn(kind, members)) ?? workspaceFileAt(file)?.name ?? file;
      return [
        { kind, file, id, version, isReadOnly, ...withoutSecrets(kind, members, workspace.secretSource) },
      ];
    });
}

/**
 * Writes the members of a registration into its file: comments, order and what the format does not know stay, secrets
 * are sealed. Returns the path of the file.
 * @throws workspace.conflict, workspace.duplicate, workspace.invalid, workspace.outside, workspace.unwritable
 */
export async function writeRegistration(
  workspace: Workspace,
  editor: FileEditor,
  change: RegistrationChange,
): Promise<{ readonly file: string; readonly text: string }> {
  const { kind, id, baseVersion, document, secrets } = change;
  const format = workspaceFormats[kind];
  const known = Object.keys(format.schema.shape);
  const found = readRegistrations(workspace, editor, kind).find((registration) => registration.id === id);
  const file = found?.file ?? `${format.folder}/${fileNameOf(id)}`;
  const current = editor.read(file);
  if (baseVersion === null && current.version !== null) throw taken(file, id);
  const before = current.version === null ? {} : (membersOf(current.text, file) ?? {});
  const next = { ...document, ...identity(kind, id), ...secretMembers(kind, before, secrets) };
  const text = current.version === null ? newJson(next, known) : editJson(current.text, next, known);
  const written = await editor.write(file, text, baseVersion);
  return { file, text: written.text };
}

/** An unreadable file is listed all the same, with its Problem. */
function readTolerant(editor: FileEditor, file: string): ReturnType<FileEditor['read']> {
  try {
    return editor.read(file);
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
    return { file, text: '', version: '', isReadOnly: true };
  }
}

function membersOf(text: string, file: string): Members | null {
  const parsed = parseJsonDocument(text, file);
  return 'value' in parsed && isJsonObject(parsed.value.value) ? parsed.value.value : null;
}

function withoutSecrets(kind: RegistrationKind, members: Members | null, source: SecretSource) {
  if (members === null) return { document: null, secrets: {} };
  const places = new Set(secretPaths(kind, members).map(toPointer));
  const isSecret = (name: string) => places.has(toPointer([name]));
  const entries = Object.entries(members);
  return {
    document: Object.fromEntries(entries.filter(([name]) => !isSecret(name))),
    secrets: Object.fromEntries(
      entries
        .filter(([name]) => isSecret(name))
        .map(([name, value]) => [name, heldSecret(kind, value, source)] as const),
    ),
  };
}

function heldSecret(kind: RegistrationKind, value: JsonValue, source: SecretSource): HeldSecret {
  if (isClearSecret(kind, value)) return { state: 'clear', name: null };
  const parsed = secretValueSchema.safeParse(value);
  const secret = parsed.success ? parseSecretValue(parsed.data) : null;
  if (secret === null || !('name' in secret)) return { state: 'encrypted', name: null };
  return {
    state: source.isStored(secret.name) ? 'stored' : 'missing',
    name: source.storedName(secret.name),
  };
}

/** The members by which a file names its entity. */
function identity(kind: RegistrationKind, id: string): Members {
  if (kind === 'client') return { client_id: id };
  return kind === 'user' ? { username: id } : {};
}

/** The secrets of the next version: new ones in clear text, which the editor seals; the others unchanged. */
function secretMembers(
  kind: RegistrationKind,
  before: Members,
  secrets: RegistrationChange['secrets'],
): Readonly<Record<string, JsonValue | undefined>> {
  const kept = secretPaths(kind, before).map(([name]) => [String(name), before[String(name)]] as const);
  const changed = Object.entries(secrets).map(([name, value]) => [name, value ?? undefined] as const);
  return Object.fromEntries([...kept, ...changed]);
}

function taken(file: string, id: string): GatehouseError {
  return new GatehouseError('workspace.duplicate', `${file} already exists. The name ${id} is in use.`, {
    fix: 'Choose another name, or edit the existing file.',
    location: { file },
  });
}
