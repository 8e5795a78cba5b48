import type { CredentialEdit } from '#shared/attacks/index.ts';
import {
  type AuthenticatedRequest,
  authenticated,
  type Credentials,
  clientCredentials,
  partyOf,
  type RequestField,
  type RequestTemplate,
  requestFields,
  type ScriptClient,
  withCredentials,
} from '#shared/flows/index.ts';

export { authenticated };

/** A client of a case. */
export type CaseClient = ScriptClient;
/** A request whose credentials were changed. */
export type EditedCredentials = AuthenticatedRequest;

type Pairs = readonly (readonly [name: string, value: string])[];

const credentialFields: ReadonlySet<string> = new Set([
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
]);

/**
 * The request with other credentials. Null: what the edit says cannot be said of a client that authenticates in this
 * way; a certificate, for instance, has no place in a query.
 */
export function editCredentials(
  request: RequestTemplate,
  edit: CredentialEdit,
  own: CaseClient,
  other: (party: string) => CaseClient,
): EditedCredentials | null {
  const bare = withoutCredentials(request);
  const made = (credentials: Credentials | null, connection: string | null = null) =>
    credentials === null ? null : { request: withCredentials(bare, credentials), connection };
  switch (edit.be) {
    case 'absent':
      return made(clientCredentials('none', own.prefix));
    case 'removed':
      return { request: bare, connection: null };
    case 'wrong':
      return made(wrongCredentials(own));
    case 'wrong in header':
      return made(inHeader(wrongBasic(own)));
    case 'wrong in form':
      return made(inForm([...nameOf(own), ['client_secret', 'wrong']]));
    case 'unknown client':
      return made(unknownCredentials(own));
    case 'in query':
      return queryCredentials(bare, own);
    case 'twice':
      return made(twiceCredentials(own), partyOf(own));
    case 'other client':
      return authenticated(bare, other(edit.party));
    case 'with other name':
      return withOtherName(request, own, other(edit.party));
  }
}

function nameOf({ prefix }: CaseClient): Pairs {
  return [['client_id', `{{${prefix}client_id}}`]];
}

function inHeader(credentials: string): Credentials {
  return { headers: [['Authorization', `Basic ${credentials}`]], fields: [] };
}

function inForm(fields: Pairs): Credentials {
  return { headers: [], fields };
}

function hasSecret({ authentication }: CaseClient): boolean {
  return authentication === 'client_secret_basic' || authentication === 'client_secret_post';
}

/** A client without a secret has none that could be cut. */
function wrongBasic(client: CaseClient): string {
  const { prefix } = client;
  return hasSecret(client) ? `{{${prefix}basic_credentials|cut:4}}` : `{{${prefix}wrong_credentials}}`;
}

function wrongCredentials(client: CaseClient): Credentials | null {
  const { fields } = clientCredentials(client.authentication, client.prefix);
  const changed = (name: string, value: string) =>
    inForm(fields.map((field) => (field[0] === name ? [name, value] : field)));
  switch (client.authentication) {
    case 'client_secret_basic':
      return inHeader(wrongBasic(client));
    case 'client_secret_post':
      return changed('client_secret', `{{${client.prefix}client_secret|cut:4}}`);
    case 'client_secret_jwt':
    case 'private_key_jwt':
      return changed('client_assertion', `{{${client.prefix}client_assertion|cut:4}}`);
    case 'tls_client_auth':
    case 'none':
      return null;
  }
}

const nobody = 'nobody-knows-me';
/** Signed by nobody; its lifetime ends in the year 2100. */
const nobodysAssertion = `{{'{"alg":"RS256"}'|base64url}}.{{'{"iss":"${nobody}","sub":"${nobody}","exp":4102444800}'|base64url}}.{{'nobody signed this'|base64url}}`;

function unknownCredentials({ authentication, prefix }: CaseClient): Credentials | null {
  switch (authentication) {
    case 'client_secret_basic':
      return inHeader(`{{'${nobody}:wrong-secret'|base64}}`);
    case 'client_secret_post':
      return inForm([
        ['client_id', nobody],
        ['client_secret', 'wrong-secret'],
      ]);
    case 'client_secret_jwt':
    case 'private_key_jwt':
      return inForm(
        clientCredentials(authentication, prefix).fields.map(([name, value]) => {
          if (name === 'client_id') return [name, nobody];
          return name === 'client_assertion' ? [name, nobodysAssertion] : [name, value];
        }),
      );
    case 'tls_client_auth':
    case 'none':
      return inForm([['client_id', nobody]]);
  }
}

function queryCredentials(bare: RequestTemplate, client: CaseClient): EditedCredentials | null {
  const { authentication, prefix } = client;
  if (authentication === 'tls_client_auth' || authentication === 'none') return null;
  const way = authentication === 'client_secret_basic' ? 'client_secret_post' : authentication;
  const fields = requestFields(clientCredentials(way, prefix).fields);
  return { request: { ...bare, query: [...bare.query, ...fields] }, connection: null };
}

/** Secret in header and form, or an assertion or certificate beside a header that is there all the same. */
function twiceCredentials(client: CaseClient): Credentials | null {
  const { authentication, prefix } = client;
  if (authentication === 'none') return null;
  const way = authentication === 'client_secret_basic' ? 'client_secret_post' : authentication;
  const inFront = hasSecret(client) ? `{{${prefix}basic_credentials}}` : wrongBasic(client);
  return {
    headers: inHeader(inFront).headers,
    fields: clientCredentials(way, prefix).fields,
  };
}

/** An assertion or certificate says for itself whose it is, a secret in the form needs its name beside it. */
function withOtherName(request: RequestTemplate, own: CaseClient, other: CaseClient): EditedCredentials {
  const bare = withoutCredentials(request);
  const { headers, fields } = clientCredentials(own.authentication, own.prefix);
  const kept =
    own.authentication === 'client_secret_post' ? fields : fields.filter(([name]) => name !== 'client_id');
  const edited = withCredentials(bare, { headers, fields: [...kept, ...nameOf(other)] });
  return { request: edited, connection: partyOf(own) };
}

function withoutCredentials(request: RequestTemplate): RequestTemplate {
  const isOther = ({ name }: RequestField) => !credentialFields.has(name);
  const { body } = request;
  return {
    ...request,
    query: request.query.filter(isOther),
    headers: request.headers.filter(({ name }) => name.toLowerCase() !== 'authorization'),
    body: body.kind === 'form' ? { ...body, fields: body.fields.filter(isOther) } : body,
  };
}
