import { assertNever } from '#shared/errors/assert-never.ts';
import { type ClientAuthentication, clientAuthenticationTable } from '#shared/oauth/client-authentication.ts';

/** A client as it is typed. */
export interface ClientDraft {
  /** Tells the clients of the form apart. */
  readonly key: number;
  readonly clientId: string;
  readonly authentication: ClientAuthentication;
  readonly secret: string;
  readonly privateKey: string;
  readonly certificate: string;
  readonly certificateKey: string;
  readonly redirectUris: string;
  readonly grantTypes: string;
  readonly scope: string;
}

/** A user as it is typed. */
export interface UserDraft {
  readonly key: number;
  readonly username: string;
  readonly password: string;
}

/** A server as it is typed. */
export interface ServerDraft {
  readonly name: string;
  readonly issuer: string;
  readonly clients: readonly ClientDraft[];
  readonly users: readonly UserDraft[];
}

export const emptyServer: ServerDraft = { name: '', issuer: '', clients: [], users: [] };

/** The proof by which a client shows who it is. */
export function proofOf({ authentication }: Pick<ClientDraft, 'authentication'>) {
  return clientAuthenticationTable[authentication].proof;
}

/** A client with nothing typed yet. */
export function emptyClient(key: number): ClientDraft {
  return {
    key,
    clientId: '',
    authentication: 'client_secret_basic',
    secret: '',
    privateKey: '',
    certificate: '',
    certificateKey: '',
    redirectUris: '',
    grantTypes: 'authorization_code',
    scope: 'openid',
  };
}

/** True of an issuer that can be asked. RFC 8414 §2 */
export function isIssuer(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text) && !/[?#]/.test(text);
}

/** A name for the file of an issuer: its host. */
export function nameOfIssuer(issuer: string): string {
  const host = URL.canParse(issuer) ? new URL(issuer).hostname : '';
  return host.replace(/[^A-Za-z0-9.-]/g, '').slice(0, 64);
}

/** True if nothing that has to be typed is missing. */
export function isComplete({ issuer, clients, users }: ServerDraft): boolean {
  return (
    isIssuer(issuer) &&
    clients.every((client) => client.clientId !== '' && isProven(client)) &&
    users.every(({ username }) => username !== '')
  );
}

function isProven(client: ClientDraft): boolean {
  const proof = proofOf(client);
  switch (proof) {
    case 'key':
      return client.privateKey !== '';
    case 'certificate':
      return client.certificate !== '' && client.certificateKey !== '';
    case 'nothing':
      return true;
    case 'secret':
    case 'signing-secret':
      return client.secret !== '';
    default:
      return assertNever(proof);
  }
}

type Document = Record<string, unknown>;

/** The content of the file of the server, its secrets in clear text: they are sealed before it is written. */
export function documentOf({ issuer, clients, users }: ServerDraft): Document {
  return {
    issuer,
    clients: clients.map(clientDocument),
    users: users.map(({ username, password }) => ({ username, ...(password === '' ? {} : { password }) })),
  };
}

function clientDocument(client: ClientDraft): Document {
  const grantTypes = words(client.grantTypes);
  return {
    client_id: client.clientId,
    token_endpoint_auth_method: client.authentication,
    ...proofDocument(client),
    redirect_uris: words(client.redirectUris),
    ...(grantTypes.length === 0 ? {} : { grant_types: grantTypes }),
    scope: client.scope,
  };
}

/** Only what the way of authenticating needs: what was typed for another one stays out of the file. */
function proofDocument(client: ClientDraft): Document {
  const proof = proofOf(client);
  switch (proof) {
    case 'key':
      return { private_key: client.privateKey };
    case 'certificate':
      return { certificate: client.certificate, certificate_key: client.certificateKey };
    case 'nothing':
      return {};
    case 'secret':
    case 'signing-secret':
      return { client_secret: client.secret };
    default:
      return assertNever(proof);
  }
}

/** The words of a text. */
export function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The file of a server. */
export function serverFile(draft: ServerDraft): { readonly file: string; readonly text: string } {
  const text = `${JSON.stringify(documentOf(draft), null, 2)}\n`;
  return { file: `targets/${draft.name}.json`, text };
}
