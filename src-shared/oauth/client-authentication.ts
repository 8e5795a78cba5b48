/** Every way in which a client shows who it is. A new one begins here: the compiler names each place that lacks it. */
export const clientAuthentications = [
  'client_secret_basic',
  'client_secret_post',
  'client_secret_jwt',
  'private_key_jwt',
  'tls_client_auth',
  'none',
] as const;
export type ClientAuthentication = (typeof clientAuthentications)[number];

/**
 * The common description of a client authentication method; its behaviour is implemented beside its service, by the
 * same id.
 */
export interface ClientAuthenticationDescriptor {
  readonly title: string;
  readonly clause: string;
  /** The credential that proves it: a secret that is sent, one that signs, a key, a certificate. */
  readonly proof: 'secret' | 'signing-secret' | 'key' | 'certificate' | 'nothing';
  /** The hosted authorization server takes it, and its clients may be registered for it. */
  readonly isHosted: boolean;
  /** Parameters of the form that it adds to a request, besides `client_id`; all are secrets but those that name a type. */
  readonly parameters: readonly string[];
}

const assertionParameters = ['client_assertion_type', 'client_assertion'] as const;

/** The descriptors of all client authentication methods. RFC 6749 §2.3, RFC 7523 §2.2, RFC 8705 §2 */
export const clientAuthenticationTable = {
  client_secret_basic: {
    title: 'Secret in the Authorization header',
    clause: 'RFC 6749 §2.3.1',
    proof: 'secret',
    isHosted: true,
    parameters: [],
  },
  client_secret_post: {
    title: 'Secret in the form',
    clause: 'RFC 6749 §2.3.1',
    proof: 'secret',
    isHosted: true,
    parameters: ['client_secret'],
  },
  client_secret_jwt: {
    title: 'JWT signed with the client secret',
    clause: 'OpenID Connect Core §9',
    proof: 'signing-secret',
    isHosted: true,
    parameters: assertionParameters,
  },
  private_key_jwt: {
    title: 'JWT signed by the client',
    clause: 'RFC 7523 §2.2',
    proof: 'key',
    isHosted: true,
    parameters: assertionParameters,
  },
  tls_client_auth: {
    title: 'Certificate of the connection',
    clause: 'RFC 8705 §2.1',
    proof: 'certificate',
    isHosted: false,
    parameters: [],
  },
  none: {
    title: 'Public client',
    clause: 'RFC 6749 §2.1',
    proof: 'nothing',
    isHosted: true,
    parameters: [],
  },
} as const satisfies Readonly<Record<ClientAuthentication, ClientAuthenticationDescriptor>>;

type Table = typeof clientAuthenticationTable;
/** The ways that the hosted authorization server takes. */
export type HostedAuthentication = {
  [Id in ClientAuthentication]: Table[Id]['isHosted'] extends true ? Id : never;
}[ClientAuthentication];
/** The ways that send a secret which both sides know. */
export type SecretAuthentication = {
  [Id in ClientAuthentication]: Table[Id]['proof'] extends 'secret' ? Id : never;
}[ClientAuthentication];

/** The ways by which a confidential client of the hosted authorization server proves who it is. */
export type ConfidentialAuthentication = Exclude<HostedAuthentication, 'none'>;

/** The ways that the hosted authorization server takes; the one without a proof comes last. */
export const hostedAuthentications = clientAuthentications.filter(
  (id): id is HostedAuthentication => clientAuthenticationTable[id].isHosted,
);

/** The ways by which a confidential client of the hosted authorization server proves who it is. */
export const confidentialAuthentications = hostedAuthentications.filter((id) => id !== 'none');

/**
 * True for a client that says its name without a proof: the registered method decides, and without one, its secret.
 * RFC 6749 §2.1, RFC 7591 §2
 */
export function isPublicRegistration(method: unknown, hasSecret: boolean): boolean {
  return method === undefined ? !hasSecret : method === 'none';
}

/** The ways that send a secret which both sides know. */
export const secretAuthentications = clientAuthentications.filter(
  (id): id is SecretAuthentication => clientAuthenticationTable[id].proof === 'secret',
);
