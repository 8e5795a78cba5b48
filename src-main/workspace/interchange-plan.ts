import { isDeepStrictEqual } from 'node:util';
import { GatehouseError } from '#shared/errors/index.ts';
import {
  clientItems,
  isNumbered,
  namedRoute,
  type ProductKind,
  productRouteName,
  type ReadProductClient,
  readProductClient,
  recogniseDocument,
  routeFileNames,
  spokenFor,
} from '#shared/interchange/index.ts';
import type { Random } from '#shared/time/clock.ts';
import {
  clientFileSchema,
  isJsonObject,
  type JsonValue,
  parseSecretValue,
  secretPaths,
  secretValueSchema,
  valueAt,
} from '#shared/workspace/index.ts';
import { findClearSecrets, referToStored } from './clear-secrets.ts';
import { keySecretOf } from './crypto-document.ts';
import { fileNameOf, identifierIn } from './entity-names.ts';
import { exportDocument } from './export-document.ts';
import type { NotTaken, ProductSource } from './interchange-source.ts';
import { editJson, newJson } from './json-edit.ts';
import { parseJsonDocument } from './json-file.ts';
import { tolerantValue } from './json-text.ts';
import type { SecretStore } from './secrets.ts';
import type { Workspace } from './workspace.ts';
import { requireWorkspaceFile, textNow, versionOf } from './workspace-file.ts';

type Members = Readonly<Record<string, JsonValue>>;

/** A fact that a person should know before taking something over. */
export interface Remark {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly message: string;
}

/** One client, connector or route that can be taken over. */
export interface PlannedEntity {
  readonly kind: ProductKind;
  readonly name: string;
  readonly from: string;
  /** Its future location; names it too. */
  readonly file: string;
  readonly state: 'new' | 'changed' | 'same';
  readonly notUnderstood: readonly string[];
  readonly remarks: readonly Remark[];
  /** Secrets in clear, which are sealed as it is written. */
  readonly secrets: number;
  /** The future text of the file. */
  readonly text: string;
  readonly baseVersion: string | null;
}

/** The changes that taking a product's files over would make. */
export interface ProductPlan {
  readonly entities: readonly PlannedEntity[];
  readonly notTaken: readonly NotTaken[];
}

export interface PlanPorts {
  readonly workspace: Workspace;
  readonly secrets: SecretStore;
  readonly random: Random;
}

/** Says what taking a product's files over would do; nothing is written. */
export function planInterchange({ files, notTaken }: ProductSource, ports: PlanPorts): ProductPlan {
  const plan = new Plan(ports, [...notTaken]);
  const routes: { path: string; document: Members }[] = [];
  for (const { path, text } of files) {
    const parsed = parseJsonDocument(text, path);
    if ('problem' in parsed) {
      plan.leave(path, nameOf(path), parsed.problem.message);
      continue;
    }
    const { value } = parsed.value;
    const found = recogniseDocument(path, value);
    if ('reason' in found) plan.leave(path, nameOf(path), found.reason);
    else if (found.kind === 'client') for (const item of clientItems(value) ?? []) plan.client(path, item);
    else if (found.kind === 'connector') plan.connector(path, text);
    else if (isJsonObject(value)) routes.push({ path, document: value });
  }
  const names = routeFileNames(routes.map(({ path }) => stemOf(path)));
  const stems: ReadonlySet<string> = new Set(names.keys());
  for (const { path, document } of routes)
    plan.route(path, document, { stem: names.get(stemOf(path)) ?? '', all: stems });
  return { entities: plan.entities, notTaken: plan.notTaken };
}

class Plan {
  readonly entities: PlannedEntity[] = [];
  readonly notTaken: NotTaken[];
  readonly #ports: PlanPorts;

  constructor(ports: PlanPorts, notTaken: NotTaken[]) {
    this.#ports = ports;
    this.notTaken = notTaken;
  }

  leave(from: string, name: string, reason: string): void {
    this.notTaken.push({ from, name, reason });
  }

  client(from: string, item: JsonValue): void {
    const { workspace } = this.#ports;
    const read = readProductClient(item, workspace.manifest.vendor.urn);
    if ('reason' in read) return this.leave(from, read.clientId, read.reason);
    const { clientId: name } = read;
    const existing = workspace.files.find(
      ({ kind, document }) =>
        kind === 'client' && document !== null && identifierIn('client', document.value) === name,
    );
    const file = existing?.file ?? `oauth/clients/${fileNameOf(name)}`;
    const remarks: Remark[] = read.remarks.map((message) => ({ severity: 'notice', message }));
    this.#add(
      { kind: 'client', name, from, file },
      { notUnderstood: read.notUnderstood, remarks },
      (current) => {
        const before = current === null ? {} : membersOf(current);
        const { text, hasSecret } = clientText(read, current, before);
        remarks.push(...secretRemarks(read, hasSecret));
        return text;
      },
    );
  }

  connector(from: string, text: string): void {
    const file = `connectors/${nameOf(from)}`;
    const name = requireName(file);
    const { secretSource } = this.#ports.workspace;
    const remarks = cryptoRemarks(tolerantValue(text) ?? null, secretSource.isStored);
    this.#add({ kind: 'connector', name, from, file }, { notUnderstood: [], remarks }, (current) =>
      current !== null && this.#isExportOf(file, text) ? current : text,
    );
  }

  /** True if the text is an export of this file: members added for the products do not count as changes. */
  #isExportOf(file: string, text: string): boolean {
    const { workspace, random } = this.#ports;
    if ('problem' in parseJsonDocument(textNow(workspace.directory, file) ?? '', file)) return false;
    const exported = exportDocument(workspace, file, null, random);
    return isDeepStrictEqual(tolerantValue(exported.text), tolerantValue(text));
  }

  /** `stem` is what a new file is called; `all` are the names of the routes that are taken over with it. */
  route(
    from: string,
    document: Members,
    { stem, all }: { readonly stem: string; readonly all: ReadonlySet<string> },
  ): void {
    const there = stemOf(from);
    const routes = this.#ports.workspace.files.flatMap(({ kind, file, document: found }) =>
      kind === 'route' && found !== null ? [{ file, value: found.value }] : [],
    );
    const existing =
      routes.find(({ file, value }) => productRouteName(stemOf(file), value) === there) ??
      // A route with a name of its own, which got a number when it was taken over before.
      routes.find(({ file }) => isNumbered(stemOf(file), there) && !all.has(stemOf(file)));
    const file = existing?.file ?? `routes/${stem}.json`;
    const named = namedRoute(document, there);
    const name = typeof named['name'] === 'string' ? named['name'] : there;
    this.#add({ kind: 'route', name, from, file }, { notUnderstood: [], remarks: [] }, () =>
      newJson(named, []),
    );
  }

  /** Compares with the text of the file, and leaves out what cannot be written. */
  #add(
    planned: Pick<PlannedEntity, 'kind' | 'name' | 'from' | 'file'>,
    said: Pick<PlannedEntity, 'notUnderstood' | 'remarks'>,
    textFor: (current: string | null) => string,
  ): void {
    const { kind, name, from, file } = planned;
    if (this.entities.some((entity) => entity.file === file))
      return this.leave(from, name, `Another ${kind} in the selection has the same name.`);
    try {
      requireWorkspaceFile(file);
      const current = textNow(this.#ports.workspace.directory, file);
      const text = this.#referring(file, textFor(current));
      const isSame = current !== null && isDeepStrictEqual(tolerantValue(current), tolerantValue(text));
      const state = current === null ? 'new' : isSame ? 'same' : 'changed';
      const secrets = findClearSecrets(file, text).length;
      this.entities.push({ ...planned, ...said, state, secrets, text, baseVersion: versionOf(current) });
    } catch (error) {
      if (!(error instanceof GatehouseError)) throw error;
      this.leave(from, name, error.message);
    }
  }

  /** Secrets that are stored as they are in the text already are named, as the file names them. */
  #referring(file: string, text: string): string {
    const known = findClearSecrets(file, text, this.#ports.secrets.grants).filter(
      ({ storedName, text: secret }) => this.#ports.secrets.resolve(storedName) === secret,
    );
    return referToStored(file, text, known);
  }
}

type TakenClient = Exclude<ReadProductClient, { reason: string }>;

function clientText(
  { document, secret, needsSecret }: TakenClient,
  current: string | null,
  before: Members,
): { readonly text: string; readonly hasSecret: boolean } {
  const held = needsSecret ? (secret ?? before['client_secret']) : undefined;
  const kept = before['token_endpoint_auth_method'];
  const chosen = typeof kept === 'string' && kept !== 'none' ? kept : undefined;
  // The product takes a secret in the header and in the form; without one, only a method keeps the client confidential.
  const taken = document['token_endpoint_auth_method'];
  const method = taken ?? chosen ?? (held === undefined ? 'client_secret_basic' : undefined);
  const members = {
    ...document,
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
    ...(held === undefined ? {} : { client_secret: held }),
  };
  const known = [...spokenFor, 'client_secret'];
  const text =
    current === null
      ? newJson(members, Object.keys(clientFileSchema.shape))
      : editJson(current, members, known);
  return { text, hasSecret: held !== undefined };
}

function secretRemarks({ needsSecret, unreadable }: TakenClient, hasSecret: boolean): readonly Remark[] {
  const names = unreadable.map(
    (name): Remark => ({ severity: 'warning', message: `${name} is a secret and is not imported.` }),
  );
  if (!needsSecret || hasSecret) return names;
  return [
    ...names,
    { severity: 'warning', message: 'The export contains no secret for this client. Enter one.' },
  ];
}

/** Values encrypted under a key of the product can be read where that key is stored. */
function cryptoRemarks(document: JsonValue, isStored: (name: string) => boolean): readonly Remark[] {
  return secretPaths('connector', document).flatMap((path): readonly Remark[] => {
    const parsed = secretValueSchema.safeParse(valueAt(document, path));
    const secret = parsed.success ? parseSecretValue(parsed.data) : null;
    if (secret === null || !('crypto' in secret)) return [];
    const name = keySecretOf(secret.crypto);
    if (name !== null && isStored(name)) return [];
    const fix = name === null ? '' : ` Store its key as the secret ${name}.`;
    return [
      { severity: 'warning', message: `${path.join('.')} is encrypted and cannot be decrypted.${fix}` },
    ];
  });
}

/** @throws workspace.syntax */
function membersOf(text: string): Members {
  const parsed = parseJsonDocument(text, 'the existing file');
  if ('problem' in parsed) throw GatehouseError.fromProblem(parsed.problem);
  return isJsonObject(parsed.value.value) ? parsed.value.value : {};
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

function stemOf(path: string): string {
  return nameOf(path).replace(/\.json$/i, '');
}

function requireName(file: string): string {
  return requireWorkspaceFile(file).name;
}
