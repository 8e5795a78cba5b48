import { createHash, randomBytes } from 'node:crypto';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { createFaultRegistry, type FaultRegistry } from '#main/platform/faults.ts';
import { openGate } from '#main/platform/gate.ts';
import { type Outgoing, outgoingThrough } from '#main/platform/outgoing.ts';
import type { RecordStore } from '#main/platform/ports.ts';
import { createSender } from '#main/services/activity/index.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
} from '#main/services/authorization-server/index.ts';
import { createOutbox, type Outbox } from '#main/services/outbox/index.ts';
import type { DecisionTrace } from '#shared/exchange/index.ts';
import { isPublicRegistration } from '#shared/oauth/index.ts';
import {
  type AuthorizationServerSettings,
  type Client,
  type IdentityProvider,
  type JwtIssuer,
  manifestSchema,
  type Registrations,
  type SamlIssuer,
  type User,
  type Vendor,
} from '#shared/workspace/index.ts';
import { type Recorded, serveHandler } from './served-handler.ts';

/** Records in memory that tell what was committed from what was only put, so that a crash can be played. */
export interface MemoryRecordStore extends RecordStore {
  /** A store with what would be on disk after a crash. */
  afterCrash(): MemoryRecordStore;
  /** Everything ever put, as JSON: to look for what must not be there. */
  dump(): string;
}

/** Creates a record store in memory, with records that are on disk already. */
function createMemoryRecordStore(committed = new Map<string, string>()): MemoryRecordStore {
  const current = new Map(committed);
  const keyOf = (kind: string, id: string): string => `${kind}\n${id}`;
  return {
    put: (kind, id, value) => void current.set(keyOf(kind, id), JSON.stringify(value)),
    remove: (kind, id) => void current.delete(keyOf(kind, id)),
    usage: async () => ({ count: 0, sizeBytes: 0 }),
    clear: async () => 0,
    isStuck: () => false,
    async commit() {
      await Promise.resolve();
      committed.clear();
      for (const [key, value] of current) committed.set(key, value);
    },
    async get<T>(kind: string, id: string) {
      const text = current.get(keyOf(kind, id));
      return Promise.resolve(text === undefined ? null : (JSON.parse(text) as T));
    },
    async list<T>(kind: string) {
      const found = [...current].filter(([key]) => key.startsWith(`${kind}\n`));
      found.sort(([one], [other]) => (one < other ? -1 : 1));
      return Promise.resolve(
        found.map(([key, text]) => ({ id: key.slice(kind.length + 1), value: JSON.parse(text) as T })),
      );
    },
    purgeExpired: () => Promise.resolve(0),
    afterCrash: () => createMemoryRecordStore(new Map(committed)),
    dump: () => JSON.stringify([...current]),
  };
}

export interface ClientSpec
  extends Partial<Omit<Client, 'grantTypes' | 'responseTypes' | 'secretSha256' | 'isPublic'>> {
  readonly clientId: string;
  /** Absent, with no other authentication: a public client. */
  readonly secret?: string;
  readonly grantTypes?: readonly string[];
  readonly responseTypes?: readonly string[];
}

/** A registered client from what a test cares about. */
function makeClient({ secret, grantTypes, responseTypes, ...rest }: ClientSpec): Client {
  return {
    clientName: rest.clientId,
    authentication: undefined,
    redirectUris: [],
    scopes: [],
    rollRefreshTokens: undefined,
    requirePkce: undefined,
    accessTokenLifetimeSeconds: undefined,
    refreshTokenLifetimeSeconds: undefined,
    skipConsent: false,
    accessTokenFormat: undefined,
    accessTokenAlgorithm: undefined,
    idTokenAlgorithm: 'RS256',
    audiences: [],
    dpopBoundAccessTokens: false,
    assertionAlgorithm: undefined,
    keys: { inline: [], uri: undefined },
    requestObject: { algorithm: undefined, isRequired: false, uris: [] },
    requiresPush: false,
    responseAlgorithm: 'RS256',
    logout: { redirectUris: [], backchannelUri: undefined },
    identityProvider: undefined,
    applicationType: 'web',
    documentHash: undefined,
    ...rest,
    isPublic: isPublicRegistration(rest.authentication, secret !== undefined),
    secretSha256: secret === undefined ? null : createHash('sha256').update(secret).digest(),
    grantTypes: new Set(grantTypes),
    responseTypes: new Set(responseTypes),
  };
}

/** A registered user whose password is `<name>-password`. */
function makeUser(username: string, claims: Record<string, unknown> = {}): User {
  return {
    username,
    claims,
    verifyPassword: async (given) => Promise.resolve(given === `${username}-password`),
    verifyPin: async (given) => Promise.resolve(given === `${username}-pin`),
  };
}

const scopes = ['orders.read', 'orders.write', 'profile'];
const codeGrant = { grantTypes: ['authorization_code', 'refresh_token'], responseTypes: ['code'] };

/** A web application that signs people in by code; its scopes are those that a story needs. */
export const portalWeb = {
  clientId: 'portal-web',
  secret: 'portal-web-secret',
  redirectUris: ['http://127.0.0.1:9035/cb'],
  ...codeGrant,
} as const satisfies ClientSpec;

/** A resource server, which has the tokens of others validated. */
export const ordersApi = {
  clientId: 'orders-api',
  secret: 'orders-api-secret',
  grantTypes: ['urn:gatehouse:oauth2:grant_type:validate_bearer'],
} as const satisfies ClientSpec;

/** The clients of the sample workspace, and others that the stories need. */
const sampleClients: readonly ClientSpec[] = [
  { ...portalWeb, clientName: 'Portal', scopes },
  {
    clientId: 'mobile-app',
    redirectUris: ['http://127.0.0.1:9035/cb', 'com.example.mobile:/cb'],
    scopes,
    requirePkce: true,
    ...codeGrant,
  },
  {
    clientId: 'batch-job',
    secret: 'batch-job-secret',
    grantTypes: ['client_credentials'],
    scopes: ['orders.read', 'orders.count'],
  },
  ordersApi,
];

export interface TestAuthorizationServer {
  readonly origin: string;
  readonly server: AuthorizationServer;
  readonly store: MemoryRecordStore;
  readonly faults: FaultRegistry;
  readonly recorded: readonly Recorded[];
  /** Lines of the log, as JSON. */
  readonly logged: readonly string[];
  /** Exchanges in which the server asked others. */
  readonly sent: readonly ExchangeDraft[];
  nowMillis(): number;
  /** Moves the clock of the server. */
  advance(millis: number): void;
  configure(settings: Partial<AuthorizationServerSettings>): void;
  /** Takes a registration away. */
  unregister(name: string): void;
  /** Puts a registration in the place of one with the same name. */
  register(spec: ClientSpec): void;
  /** The decision trace of the last exchange. */
  trace(): DecisionTrace;
  tags(): readonly string[];
  /** Begins a new server on what is on disk: all of it, or after a crash only what was committed. */
  restart(how: 'stop' | 'crash'): Promise<void>;
  close(): Promise<void>;
}

export interface TestServerOptions {
  readonly clients?: readonly ClientSpec[];
  readonly users?: readonly User[];
  readonly settings?: Partial<AuthorizationServerSettings>;
  readonly samlIssuers?: readonly SamlIssuer[];
  readonly jwtIssuers?: readonly JwtIssuer[];
  readonly identityProviders?: readonly IdentityProvider[];
  readonly vendor?: Partial<Vendor>;
  /** How its own requests leave; absent: straight, with the trust of the system. */
  readonly outgoing?: Outgoing;
  /** How long a delivery that failed waits for the next attempt. */
  readonly wait?: (millis: number, signal: AbortSignal) => Promise<void>;
  /** Path of the public base URL, as in `/id`; absent: none. */
  readonly basePath?: string;
}

/** Stands an authorization server on a real listener on port 0, with a clock that the test moves. */
export async function startAuthorizationServer(
  options: TestServerOptions = {},
): Promise<TestAuthorizationServer> {
  let settings: AuthorizationServerSettings = {
    ...manifestSchema.parse({ name: 'test' }).services.authorizationServer,
    ...options.settings,
  };
  let now = Date.UTC(2026, 10, 20, 12);
  let origin = '';
  let store = createMemoryRecordStore();
  const vendor = { ...manifestSchema.parse({ name: 'test' }).vendor, ...options.vendor };
  const faults = createFaultRegistry();
  const sent: ExchangeDraft[] = [];
  const registry = registrationsOf(options);
  const logged: string[] = [];
  const log = (...line: readonly unknown[]): void => void logged.push(JSON.stringify(line));
  const logger = { debug: log, info: log, warn: log, error: log };
  const clock = { nowMillis: () => now };
  const random = { bytes: (count: number) => randomBytes(count) };
  let outbox: Outbox;
  const create = (): AuthorizationServer => {
    outbox = createOutbox({
      records: store,
      clock,
      random,
      logger,
      ...(options.wait === undefined ? {} : { wait: options.wait }),
    });
    return createAuthorizationServer({
      settings: () => settings,
      vendor: () => vendor,
      registrations: () => registry.registrations,
      clientSecret: registry.clientSecret,
      clock,
      random,
      records: store,
      outbox,
      logger,
      issuer: () => origin,
      send: createSender(
        (exchange) => `sent-${sent.push(exchange)}`,
        { nowMillis: () => now },
        options.outgoing ?? outgoingThrough(openGate),
      ),
      faults: (path, tags) => faults.matching('authorizationServer', path, tags).map(({ effect }) => effect),
    });
  };
  let server = create();
  await server.load();
  const served = await serveHandler((request, notes) => server.handle(request, notes));
  const { recorded } = served;
  origin = `${served.origin}${options.basePath ?? ''}`;
  const last = (): Recorded => {
    const found = recorded.at(-1);
    if (found === undefined) throw new Error('Nothing was asked yet');
    return found;
  };
  return {
    origin,
    get server() {
      return server;
    },
    get store() {
      return store;
    },
    faults,
    recorded,
    logged,
    sent,
    nowMillis: () => now,
    advance: (millis) => void (now += millis),
    configure: (changes) => void (settings = { ...settings, ...changes }),
    unregister: (name) => registry.remove(name),
    register: (spec) => registry.put(spec),
    trace: () => last().notes.trace?.() ?? { pipeline: '', rules: [], effect: '' },
    tags: () => last().notes.tags,
    async restart(how) {
      const former = outbox;
      if (how === 'crash') store = store.afterCrash();
      // Its last writes go to the store of before.
      await former.close();
      server = create();
      await Promise.all([server.load(), outbox.restore()]);
    },
    async close() {
      await Promise.all([outbox.close(), served.close()]);
    },
  };
}

function registrationsOf(options: TestServerOptions): {
  registrations: Registrations;
  clientSecret(clientId: string): string | null;
  remove(name: string): void;
  put(spec: ClientSpec): void;
} {
  const specs = options.clients ?? sampleClients;
  const clients = new Map(specs.map((spec) => [spec.clientId, makeClient(spec)]));
  const users = new Map(
    (options.users ?? [makeUser('ann', { name: 'Ann Archer', status: 'gold' }), makeUser('bob')]).map(
      (user) => [user.username, user],
    ),
  );
  return {
    clientSecret: (id) => specs.find(({ clientId }) => clientId === id)?.secret ?? null,
    registrations: {
      client: (id) => clients.get(id),
      user: (name) => users.get(name),
      clients: () => [...clients.values()],
      users: () => [...users.values()],
      samlIssuers: () => options.samlIssuers ?? [],
      jwtIssuers: () => options.jwtIssuers ?? [],
      identityProviders: () => options.identityProviders ?? [],
    },
    put: (spec) => void clients.set(spec.clientId, makeClient(spec)),
    remove(name) {
      clients.delete(name);
      users.delete(name);
    },
  };
}
