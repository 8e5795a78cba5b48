import { createHash, timingSafeEqual } from 'node:crypto';
import { type DebuggerIssuer, idJagIssuerOf, publicJwkOf } from '#main/services/flow-player/index.ts';
import type {
  Client,
  IdentityProvider,
  JwtIssuer,
  Registrations,
  SamlIssuer,
  User,
} from '#shared/workspace/index.ts';

/** Registrations of the range, as in its files. */
export interface RangeFiles {
  readonly registrations: Registrations;
  readonly clientSecret: (clientId: string) => string | null;
  readonly clientPrivateKey: (clientId: string) => string | null;
  readonly userPassword: (username: string) => string | null;
}

/** Addresses of a range that registrations name. */
export interface RangeAddresses {
  readonly applicationRedirectUris: readonly string[];
  readonly resource: string;
  /** Those of a client of the MCP server and of the gateway. */
  readonly mcpAudiences: readonly string[];
  /** The resource behind the gateway. */
  readonly upstreamResource: string;
  /** The server as an identity provider of its own, and where its users come back. */
  readonly issuer: string;
  readonly providerCallback: string;
}

const upstreamProvider = {
  name: 'upstream',
  displayName: 'Upstream',
  clientId: 'proxy',
  responseType: 'code',
  scope: 'openid',
  usernameClaim: 'sub',
  accepts: 'user',
} as const;

/** Registrations of one range: those of its files, and what a case changed in them for its own time. */
export class RangeRegistrations implements Registrations {
  readonly #files: RangeFiles;
  readonly #disabled = new Set<string>();
  readonly #changedClients = new Map<string, Client>();
  readonly #passwords = new Map<string, string>();
  readonly #issuers: SamlIssuer[] = [];
  readonly #jwtIssuers: JwtIssuer[] = [];

  constructor(files: RangeFiles, addresses: () => RangeAddresses) {
    this.#files = files;
    this.#addresses = addresses;
  }

  readonly #addresses: () => RangeAddresses;

  client(clientId: string): Client | undefined {
    if (this.#disabled.has(clientId)) return undefined;
    const client = this.#changedClients.get(clientId) ?? this.#files.registrations.client(clientId);
    if (client === undefined) return undefined;
    // The ports are free ones: addresses of the range are known only once it runs.
    if (clientId === 'application')
      return { ...client, redirectUris: this.#addresses().applicationRedirectUris };
    if (clientId === 'proxy') return { ...client, redirectUris: [this.#addresses().providerCallback] };
    if (clientId === 'jwt-batch' || clientId === 'batch')
      return { ...client, audiences: [this.#addresses().resource, 'https://else.example/orders'] };
    if (clientId === 'mcp-client') return { ...client, audiences: this.#addresses().mcpAudiences };
    if (clientId === 'mcp-gateway') return { ...client, audiences: [this.#addresses().upstreamResource] };
    return client;
  }

  clients(): readonly Client[] {
    return this.#files.registrations.clients().flatMap(({ clientId }) => this.client(clientId) ?? []);
  }

  user(username: string): User | undefined {
    const user = this.#files.registrations.user(username);
    return user === undefined ? undefined : this.#withPlainCheck(user);
  }

  users(): readonly User[] {
    return this.#files.registrations.users().map((user) => this.#withPlainCheck(user));
  }

  /** Hundreds of sign-ins a run: the slow hash of real passwords would measure nothing but itself. */
  #withPlainCheck(user: User): User {
    const password = this.password(user.username) ?? '';
    return {
      ...user,
      verifyPassword: async (given) => Promise.resolve(password !== '' && isSame(given, password)),
      verifyPin: async () => Promise.resolve(false),
    };
  }

  password(username: string): string | null {
    return this.#passwords.get(username) ?? this.#files.userPassword(username);
  }

  samlIssuers(): readonly SamlIssuer[] {
    return this.#issuers;
  }

  jwtIssuers(): readonly JwtIssuer[] {
    return this.#jwtIssuers;
  }

  /** The users of one client sign in at a provider: the server itself, once more, at which the client `proxy` stands for it. */
  identityProviders(): readonly IdentityProvider[] {
    const { issuer } = this.#addresses();
    const clientSecret = () => this.#files.clientSecret('proxy');
    return [{ ...upstreamProvider, issuer, clientSecret }];
  }

  setClientEnabled(clientId: string, isEnabled: boolean): void {
    if (isEnabled) this.#disabled.delete(clientId);
    else this.#disabled.add(clientId);
  }

  setGrantAllowed(clientId: string, grantType: string, isAllowed: boolean): void {
    const client = this.#files.registrations.client(clientId);
    if (client === undefined) return;
    if (isAllowed) this.#changedClients.delete(clientId);
    else {
      const grantTypes = new Set(client.grantTypes);
      grantTypes.delete(grantType);
      this.#changedClients.set(clientId, { ...client, grantTypes });
    }
  }

  setRedirectUriMoved(clientId: string, isMoved: boolean): void {
    const client = this.#files.registrations.client(clientId);
    if (client === undefined || !isMoved) this.#changedClients.delete(clientId);
    else this.#changedClients.set(clientId, { ...client, redirectUris: ['https://moved.example/cb'] });
  }

  setPassword(username: string, password: string | null): void {
    if (password === null) this.#passwords.delete(username);
    else this.#passwords.set(username, password);
  }

  trustSamlIssuer(issuer: string, certificatePem: string): void {
    this.#issuers.push({
      name: `issuer-${this.#issuers.length + 1}`,
      issuer,
      certificatesPem: [certificatePem],
      audiences: undefined,
      recipients: undefined,
      skewSeconds: 60,
      subject: 'user',
      subjectAttribute: undefined,
    });
  }

  /** Trusts whatever an issuer signs. */
  trust(issuer: DebuggerIssuer): void {
    this.trustSamlIssuer(issuer.name, issuer.certificatePem);
    this.trustJwtIssuer(issuer);
  }

  trustJwtIssuer(issuer: DebuggerIssuer): void {
    this.#jwtIssuers.push(...jwtIssuersOf(issuer));
  }
}

/** Ranges are opened for every case, and share the issuer that they trust. */
const knownIssuers = new WeakMap<DebuggerIssuer, readonly JwtIssuer[]>();

function jwtIssuersOf(signer: DebuggerIssuer): readonly JwtIssuer[] {
  const known = knownIssuers.get(signer) ?? makeJwtIssuers(signer);
  knownIssuers.set(signer, known);
  return known;
}

/** Trusts its JWTs as grants, and its ID-JAGs. */
function makeJwtIssuers(signer: DebuggerIssuer): readonly JwtIssuer[] {
  const common = {
    keys: { inline: [publicJwkOf(signer)], uri: undefined },
    algorithms: undefined,
    subject: 'user',
    subjectClaim: undefined,
  } as const;
  const { name } = signer;
  return [
    { ...common, name: 'grants', issuer: name, profile: 'jwt-bearer' },
    { ...common, name: 'id-jags', issuer: idJagIssuerOf(name), profile: 'id-jag' },
  ];
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
