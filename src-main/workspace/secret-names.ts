import { createHash } from 'node:crypto';
import {
  isJsonObject,
  type JsonPath,
  type JsonValue,
  type WorkspaceFileKind,
  workspaceFileAt,
} from '#shared/workspace/index.ts';

/** A file with its content. */
export interface NamedDocument {
  /** Path below the workspace, with `/`. */
  readonly file: string;
  readonly value: JsonValue;
}

/** Maximum length of the part of a name that comes from the name of a file, in characters. */
const fileNameLength = 40;
const digestLength = 12;

/** The name under which a secret of a file is stored: `client.portal-web`, `user.ann.password`, `connector.hr.clientSecret`. */
export function storedNameOf(named: NamedDocument, path: JsonPath): string {
  const { kind, beginnings } = namingOf(named);
  const [beginning = kind] = beginnings;
  if (kind === 'client' && path.at(-1) === 'client_secret') return beginning;
  return `${beginning}.${spelt(path.filter((step) => !surroundings.has(step)).join('.'))}`;
}

/** Another name for a secret whose own is that of a secret of another file. */
export function otherNameOf(storedName: string, file: string): string {
  return `${storedName.slice(0, 127 - digestLength)}-${digestOf(file)}`;
}

/**
 * How much of the name of a stored secret says that it is one of this file, in characters; 0: nothing does. Of several
 * files it belongs to the one that says most: `connector.hr.` is also how names of a connector `hr.dev` begin.
 */
export function belongsTo(storedName: string, named: NamedDocument): number {
  const { beginnings } = namingOf(named);
  const lengths = beginnings.map((beginning) =>
    storedName === beginning || storedName.startsWith(`${beginning}.`) ? beginning.length : 0,
  );
  return Math.max(...lengths);
}

/** How the names of the secrets of a file begin: as they are given now, and as they were given once. */
function namingOf({ file, value }: NamedDocument): {
  readonly kind: WorkspaceFileKind;
  readonly beginnings: readonly string[];
} {
  const found = workspaceFileAt(file);
  const kind = found?.format.kind ?? 'manifest';
  const fileName = found?.name ?? file;
  if (kind === 'manifest') return { kind, beginnings: ['settings'] };
  const member = memberNaming.get(kind);
  if (member !== undefined) {
    const named = isJsonObject(value) ? value[member] : undefined;
    const identifier = typeof named === 'string' && named !== '' ? named : fileName;
    return { kind, beginnings: [`${kind}.${spelt(identifier)}`] };
  }
  const whole = spelt(fileName);
  return { kind, beginnings: [`${kind}.${shortened(whole)}`, `${kind}.${whole.slice(0, fileNameLength)}`] };
}

/** The member that identifies what a file defines, whatever the file is called. */
const memberNaming: ReadonlyMap<WorkspaceFileKind, string> = new Map([
  ['client', 'client_id'],
  ['user', 'username'],
]);

const surroundings: ReadonlySet<string | number> = new Set([
  'services',
  'network',
  'configurationProperties',
]);

/** A digest keeps apart what the name of a secret cannot spell. */
function spelt(identifier: string): string {
  const name = identifier.replace(/[^A-Za-z0-9._-]/g, '_').slice(0, 60);
  return name === identifier ? name : `${name}-${digestOf(identifier)}`;
}

/** Two long names that begin alike stay two. */
function shortened(name: string): string {
  if (name.length <= fileNameLength) return name;
  return `${name.slice(0, fileNameLength - digestLength - 1)}-${digestOf(name)}`;
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digestLength);
}
