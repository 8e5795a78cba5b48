import { GatehouseError } from '#shared/errors/index.ts';
import {
  fromPointer,
  isJsonObject,
  type JsonValue,
  parseSecretValue,
  secretPaths,
  secretValueSchema,
  valueAt,
  workspaceFormats,
} from '#shared/workspace/index.ts';
import { maskedSecret } from '#shared/workspace/masked-secret.ts';
import type { FileEditor } from './file-editor.ts';
import { editJson } from './json-edit.ts';
import { parseJsonDocument } from './json-file.ts';
import { manifestFile } from './live-manifest.ts';
import type { Workspace } from './workspace.ts';

/** A member of the manifest that is to be set; null removes it. */
export interface SettingChange {
  readonly pointer: string;
  readonly value: unknown;
}

/**
 * Sets members of the manifest; comments, order and all else in it stay. Returns the version that was written.
 * @throws workspace.invalid, workspace.syntax, workspace.conflict, workspace.unwritable
 */
export async function setSettings(
  editor: FileEditor,
  workspace: Workspace,
  changes: readonly SettingChange[],
): Promise<string> {
  const { text, version } = editor.read(manifestFile);
  const current = version === null ? { name: workspace.name } : objectOf(text);
  const next = changes.reduce(changeMember, current);
  const known = [...Object.keys(workspaceFormats.manifest.schema.shape), ...Object.keys(current)];
  const written = await editor.write(manifestFile, editJson(text, next, known), version);
  return written.version ?? '';
}

/** The settings in force, with the environment's laid over them; secrets as their names, or masked. */
export function settingsInForce({ manifest }: Workspace): Readonly<Record<string, unknown>> {
  const value = JSON.parse(JSON.stringify(manifest)) as Members;
  return secretPaths('manifest', value).reduce((shown, path) => {
    const parsed = secretValueSchema.safeParse(valueAt(value, path));
    const secret = parsed.success ? parseSecretValue(parsed.data) : null;
    const named = secret !== null && 'name' in secret ? { $secret: secret.name } : maskedSecret;
    return withMember(shown, path.map(String), named);
  }, value);
}

type Members = Readonly<Record<string, JsonValue>>;

function objectOf(text: string): Members {
  const parsed = parseJsonDocument(text, manifestFile);
  if ('problem' in parsed) throw GatehouseError.fromProblem(parsed.problem);
  return isJsonObject(parsed.value.value) ? parsed.value.value : {};
}

function changeMember(document: Members, { pointer, value }: SettingChange): Members {
  const path = fromPointer(pointer);
  if (path === null || path.length === 0)
    throw new GatehouseError('workspace.invalid', `“${pointer}” is not a pointer to a setting.`, {
      fix: 'Write a JSON Pointer (RFC 6901), such as /services/gateway/port.',
      location: { file: manifestFile },
    });
  return withMember(document, path, value === null ? undefined : (value as JsonValue));
}

/** The document with a member set, or removed where the value is undefined; objects on the way are made. */
function withMember(document: Members, path: readonly string[], value: JsonValue | undefined): Members {
  const [name = '', ...rest] = path;
  const { [name]: before, ...others } = document;
  const after = rest.length === 0 ? value : withMember(isJsonObject(before) ? before : {}, rest, value);
  if (after === undefined) return others;
  // Removing a missing member leaves nothing behind.
  if (before === undefined && value === undefined) return others;
  return Object.fromEntries([...Object.entries(document).filter(([key]) => key !== name), [name, after]]);
}
