import { serviceKeys } from '#shared/exchange/index.ts';
import { isLoopbackHost, plainHost } from '#shared/http/loopback.ts';
import { type TrustItem, type TrustKind, trustKey } from '#shared/trust/index.ts';
import {
  isJsonObject,
  type JsonValue,
  overlayJson,
  substituteVariables,
  type Variables,
  type WorkspaceFileKind,
} from '#shared/workspace/index.ts';
import { objectsIn, remoteHost, serversIn } from './places.ts';
import { connectorScripts, routeScripts, scriptFile } from './scripts.ts';

/** A file of a workspace, as it is written. */
export interface TrustFile {
  readonly kind: WorkspaceFileKind;
  /** Path below the workspace. */
  readonly file: string;
  readonly value: JsonValue;
}

type Note = (kind: TrustKind, value: string) => void;
type Reader = (value: JsonValue, note: Note, file: string) => void;

/**
 * All that a workspace would do beyond its folder and this machine's loopback, in whichever of its environments,
 * sorted.
 */
export function trustItems(files: readonly TrustFile[]): readonly TrustItem[] {
  const found = new Map<string, { readonly item: Omit<TrustItem, 'files'>; readonly files: Set<string> }>();
  for (const environment of environmentsOf(files))
    for (const { kind, file, value } of files) {
      const read = readers[kind];
      // Most files of a large workspace are of clients and users, which hardly ever do anything.
      if (read === undefined || (kind === 'client' && memberOf(value, 'request_uris') === undefined))
        continue;
      const note: Note = (itemKind, itemValue) => {
        const item = { kind: itemKind, value: itemValue };
        const known = found.get(trustKey(item)) ?? { item, files: new Set() };
        found.set(trustKey(item), known);
        known.files.add(file);
      };
      read(filled(kind, value, environment), note, file);
    }
  return [...found.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { item, files: where }]) => ({ ...item, files: [...where].toSorted() }));
}

/** Values that an environment lays over the files. */
interface Environment {
  readonly over: JsonValue;
  readonly variables: Variables;
}

/** None, and each that the workspace has: which of them will be in force a person chooses later. */
function environmentsOf(files: readonly TrustFile[]): readonly Environment[] {
  const manifest = files.find(({ kind }) => kind === 'manifest')?.value ?? {};
  const plain = { over: {}, variables: serviceVariables(manifest) };
  const own = files
    .filter(({ kind }) => kind === 'environment')
    .map(({ value }): Environment => {
      const variables = textsOf(memberOf(value, 'variables'));
      const { services = {}, network = {} } = objectOf(substituteVariables(value, variables).value);
      const over = { services, network };
      const merged = overlayJson(substituteVariables(manifest, variables).value, over) ?? {};
      return { over, variables: { ...serviceVariables(merged), ...variables } };
    });
  return [plain, ...own];
}

function filled(kind: WorkspaceFileKind, value: JsonValue, { over, variables }: Environment): JsonValue {
  const own = kind === 'route' ? textsOf(memberOf(value, 'properties')) : {};
  const text = substituteVariables(value, { ...variables, ...own }).value;
  return kind === 'manifest' ? (overlayJson(text, over) ?? text) : text;
}

/** `&{services.<key>}` is where a service is reached. */
function serviceVariables(manifest: JsonValue): Variables {
  const services = memberOf(manifest, 'services');
  return Object.fromEntries(
    serviceKeys.map((key) => {
      const publicUrl = memberOf(memberOf(services, key), 'publicUrl');
      return [`services.${key}`, typeof publicUrl === 'string' ? publicUrl : 'http://127.0.0.1'];
    }),
  );
}

/** Readers of the items in each kind of file; kinds that are left out do nothing. */
const readers: Partial<Record<WorkspaceFileKind, Reader>> = {
  manifest: readManifest,
  client(value, note, file) {
    noteServers(memberOf(value, 'request_uris') ?? null, note, file);
  },
  'jwt-issuer'(value, note, file) {
    // Its issuer is a name: nothing is sent there.
    noteServers({ jwks_uri: memberOf(value, 'jwks_uri') ?? null }, note, file);
  },
  'identity-provider': noteServers,
  webhook: noteServers,
  platform: noteServers,
  target(value, note, file) {
    const { proxy, ca_files: caFiles, ...rest } = objectOf(value);
    noteProxy(proxy, note);
    for (const path of listOf(caFiles)) if (typeof path === 'string') note('ca-file', path);
    noteServers(rest, note, file);
  },
  flow(value, note, file) {
    for (const { origin } of objectsIn(value))
      if (typeof origin === 'string') noteServers({ origin }, note, file);
  },
  // The hosts in their texts are no matter: they reach the server under attack and the canary alone.
  attack: (_value, note, file) => note('attack', file),
  connector: readConnector,
  route: readRoute,
};

function readManifest(value: JsonValue, note: Note, file: string): void {
  for (const key of serviceKeys) {
    const service = memberOf(memberOf(value, 'services'), key);
    const bind = memberOf(service, 'bind');
    if (typeof bind === 'string' && !isLoopbackHost(bind)) note('listen', `${key} ${bind}`);
    noteServers({ publicUrl: memberOf(service, 'publicUrl') ?? null }, note, file);
    for (const validator of listOf(memberOf(service, 'passwordValidators'))) {
      const url = memberOf(validator, 'url');
      if (memberOf(validator, 'type') === 'http' && typeof url === 'string') note('validator', url);
    }
  }
  const network = memberOf(value, 'network');
  noteProxy(memberOf(network, 'proxy'), note);
  for (const path of listOf(memberOf(network, 'caFiles')))
    if (typeof path === 'string') note('ca-file', path);
}

function readConnector(value: JsonValue, note: Note, file: string): void {
  const { configurationProperties = null, systemActions: _scripts, ...rest } = objectOf(value);
  const { httpProxyHost = null, httpProxyPort, ...properties } = objectOf(configurationProperties);
  if (typeof httpProxyHost === 'string' && httpProxyHost !== '')
    note('proxy', proxyAddress(httpProxyHost, typeof httpProxyPort === 'number' ? httpProxyPort : 80));
  noteServers({ ...rest, properties }, note, file);
  for (const script of connectorScripts(value)) note('script', scriptFile(script, file));
}

function readRoute(value: JsonValue, note: Note, file: string): void {
  noteServers(value, note, file);
  // Without a base, requests go wherever they are addressed.
  if (memberOf(value, 'baseURI') === undefined && isPassedOn(value)) note('elsewhere', file);
  for (const script of routeScripts(value)) note('script', scriptFile(script, file));
}

function isPassedOn(route: JsonValue): boolean {
  const isProxy = (name: JsonValue | undefined) =>
    typeof name === 'string' && /(?:ReverseProxyHandler|ClientHandler)$/.test(name);
  return [...objectsIn(route)].some(({ type, handler }) => isProxy(type) || isProxy(handler));
}

function noteServers(value: JsonValue, note: Note, file: string): void {
  const { hosts, isOpen } = serversIn(value);
  for (const host of hosts) note('destination', host);
  if (isOpen) note('elsewhere', file);
}

function noteProxy(proxy: JsonValue | undefined, note: Note): void {
  const url = memberOf(proxy, 'url');
  if (typeof url !== 'string' || !URL.canParse(url)) return;
  const { hostname, port } = new URL(url);
  note('proxy', proxyAddress(hostname, Number(port || 80)));
}

/** How decisions spell a proxy. */
export function proxyAddress(host: string, port: number): string {
  const plain = plainHost(host);
  return `${plain.includes(':') ? `[${plain}]` : plain}:${port}`;
}

/** Hosts that items let requests go to: those of servers, and of validators. */
export function hostOfItem({ kind, value }: Pick<TrustItem, 'kind' | 'value'>): string | null {
  if (kind === 'destination') return value;
  return kind === 'validator' ? remoteHost(value) : null;
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function objectOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> {
  return isJsonObject(value) ? value : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function textsOf(value: JsonValue | undefined): Variables {
  return Object.fromEntries(
    Object.entries(objectOf(value)).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text] as const] : [],
    ),
  );
}
