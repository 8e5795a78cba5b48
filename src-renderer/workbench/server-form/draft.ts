import type { ClientAuthentication } from '#shared/oauth/client-authentication.ts';

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

/** True if a text is a valid name of the file. */
export function isServerName(text: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/.test(text);
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
  switch (client.authentication) {
    case 'private_key_jwt':
      return client.privateKey !== '';
    case 'tls_client_auth':
      return client.certificate !== '' && client.certificateKey !== '';
    case 'none':
      return true;
    default:
      return client.secret !== '';
  }
}

type Document = Record<string, unknown>;

/** What the file of the server holds, its secrets in clear text: they are sealed before it is written. */
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
    ...proofOf(client),
    redirect_uris: words(client.redirectUris),
    ...(grantTypes.length === 0 ? {} : { grant_types: grantTypes }),
    scope: client.scope,
  };
}

/** Only what the way of authenticating needs: what was typed for another one stays out of the file. */
function proofOf(client: ClientDraft): Document {
  switch (client.authentication) {
    case 'private_key_jwt':
      return { private_key: client.privateKey };
    case 'tls_client_auth':
      return { certificate: client.certificate, certificate_key: client.certificateKey };
    case 'none':
      return {};
    default:
      return { client_secret: client.secret };
  }
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** The file of a server. */
export function serverFile(draft: ServerDraft): { readonly file: string; readonly text: string } {
  const text = `${JSON.stringify(documentOf(draft), null, 2)}\n`;
  return { file: `targets/${draft.name}.json`, text };
}
