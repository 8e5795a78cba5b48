import type { Step } from '#main/platform/pipeline.ts';
import { isLoopbackHost } from '#shared/http/loopback.ts';
import { isSpecialUseHost } from '#shared/http/special-use.ts';
import {
  grantOfType,
  grants,
  methodOfAlgorithm,
  parseResponseType,
  parseScope,
} from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import { isObject } from '../is-object.ts';
import { required } from '../token/context.ts';
import type { RegistrationContext } from './context.ts';
import { clientMetadataSchema, privilegedMembers, withDefaults } from './metadata.ts';
import { nameFault } from './names.ts';
import { formFault, typeFault } from './redirect-uris.ts';
import { statementSteps } from './statement-steps.ts';
import { uriMembers } from './uri-members.ts';

const reg = 'OpenID Connect Registration §2';

/** Every registration is judged by these, as is every update, whole: RFC 7591 §2 and §5, RFC 7592 §2.2 */
export const metadataSteps: readonly Step<RegistrationContext>[] = [
  { id: 'metadata-object', rule: 'Body is a JSON object', clause: 'RFC 7591 §3.1', check: readBody },
  ...statementSteps,
  {
    id: 'metadata-unprivileged',
    rule: 'No member asks for more than a registration may have',
    clause: 'RFC 7591 §5',
    check: checkPrivileged,
  },
  { id: 'metadata-valid', rule: 'Members have valid values', clause: 'RFC 7591 §2', check: readMetadata },
  {
    id: 'redirect-uris-safe',
    rule: 'Redirect URIs are absolute, have no fragment and use a safe scheme',
    clause: 'RFC 7591 §5',
    check: checkRedirectUris,
  },
  {
    id: 'redirect-uris-fit',
    rule: 'Redirect URIs fit the application type',
    clause: reg,
    check: checkApplicationType,
    describe: ({ metadata }) =>
      `Redirect URIs fit the application type: ${required(metadata).application_type}`,
  },
  {
    id: 'uris-public',
    rule: 'Other URIs use https and a public address',
    clause: 'RFC 7591 §5',
    check: checkUris,
  },
  {
    id: 'grants-fit',
    rule: 'Response types fit the grant types',
    clause: 'RFC 7591 §2.1',
    check: checkFit,
  },
  {
    id: 'grants-allowed',
    rule: 'Policy allows the grant types',
    clause: 'RFC 7591 §2',
    check: checkGrants,
  },
  { id: 'scope-allowed', rule: 'Policy allows the scopes', clause: 'RFC 7591 §2', check: checkScope },
  {
    id: 'authentication-allowed',
    rule: 'Client authentication is allowed and has what it needs',
    clause: 'RFC 7591 §2',
    check: checkAuthentication,
  },
  {
    id: 'name-distinct',
    rule: 'Name is readable and not that of another client',
    clause: 'RFC 7591 §5',
    check: checkName,
  },
];

function invalidMetadata(description: string, evidence: { want?: string; got?: string } = {}): OAuthError {
  return new OAuthError('invalid_client_metadata', { description, ...evidence });
}

/** @throws OAuthError invalid_client_metadata */
function readBody(context: RegistrationContext): void {
  const { request } = context;
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw invalidMetadata('The content type must be application/json.', { got: type ?? 'none' });
  let body: unknown;
  try {
    body = JSON.parse(request.body.toString('utf8'));
  } catch {
    throw invalidMetadata('The body is not valid JSON.');
  }
  if (!isObject(body)) throw invalidMetadata('The body must be a JSON object.');
  context.members = body;
}

/** @throws OAuthError invalid_client_metadata */
function checkPrivileged({ members }: RegistrationContext): void {
  const found = Object.keys(members).filter((name) => privilegedMembers.has(name));
  if (found.length > 0)
    throw invalidMetadata('A member is reserved for the administrators of the server.', {
      got: found.join(' '),
    });
}

/** @throws OAuthError invalid_redirect_uri, invalid_client_metadata */
function readMetadata(context: RegistrationContext): void {
  const parsed = clientMetadataSchema.safeParse(context.members);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const name = String(issue?.path[0] ?? '');
    const code = name === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
    throw new OAuthError(code, {
      description: `The member ${name} is not valid.`,
      detail: issue?.message ?? '',
      got: issue?.path.join('/') ?? '',
    });
  }
  if (parsed.data.jwks !== undefined && parsed.data.jwks_uri !== undefined)
    throw invalidMetadata('A client has either jwks or jwks_uri.');
  context.metadata = withDefaults(parsed.data);
}

function refuseFirst(uris: readonly string[], faultOf: (uri: string) => string | null): void {
  for (const uri of uris) {
    const detail = faultOf(uri);
    if (detail !== null)
      throw new OAuthError('invalid_redirect_uri', {
        description: 'A redirect URI is not allowed.',
        detail,
        got: uri,
      });
  }
}

/** @throws OAuthError invalid_redirect_uri */
function checkRedirectUris({ metadata }: RegistrationContext): void {
  const { redirect_uris: uris, grant_types: types } = required(metadata);
  refuseFirst(uris, formFault);
  if (uris.length === 0 && (types.includes('authorization_code') || types.includes('implicit')))
    throw new OAuthError('invalid_redirect_uri', { description: 'The grant types need a redirect URI.' });
}

/** @throws OAuthError invalid_redirect_uri */
function checkApplicationType({ metadata, policy }: RegistrationContext): void {
  const known = required(metadata);
  refuseFirst(known.redirect_uris, (uri) => typeFault(uri, known, policy));
}

/** None of them is fetched: it would let everybody send the server somewhere. @throws OAuthError invalid_client_metadata */
function checkUris({ metadata, policy }: RegistrationContext): void {
  const known = required(metadata);
  for (const name of uriMembers) {
    const value = known[name] ?? [];
    for (const uri of typeof value === 'string' ? [value] : value) {
      const url = URL.parse(uri);
      const host = url?.hostname ?? '';
      const isOwn = policy.internalUris && url?.protocol === 'http:' && isLoopbackHost(host);
      if (url === null || !(url.protocol === 'https:' || isOwn) || url.username !== '' || url.password !== '')
        throw invalidMetadata(`The member ${name} must be an https URL.`, { got: uri });
      if (!policy.internalUris && isSpecialUseHost(host))
        throw invalidMetadata(`The member ${name} has an internal address.`, { got: uri });
    }
  }
}

/** @throws OAuthError invalid_client_metadata */
function checkFit({ metadata }: RegistrationContext): void {
  const { grant_types: types, response_types: responseTypes } = required(metadata);
  const read = responseTypes.map((text) => ({ text, type: parseResponseType(text) }));
  const unknown = read.find(({ type }) => type === undefined);
  if (unknown !== undefined) throw invalidMetadata('A response type is unknown.', { got: unknown.text });
  const isCode = read.some(({ type }) => type?.code === true);
  const isFront = read.some(({ type }) => type?.token === true || type?.idToken === true);
  const wanted = [isCode ? 'authorization_code' : '', isFront ? 'implicit' : ''].filter(
    (each) => each !== '',
  );
  const given = ['authorization_code', 'implicit'].filter((each) => types.includes(each));
  if (wanted.join(' ') !== given.join(' '))
    throw invalidMetadata('The grant types do not fit the response types.', {
      want: wanted.join(' ') || 'neither authorization_code nor implicit',
      got: given.join(' ') || 'neither authorization_code nor implicit',
    });
}

/** @throws OAuthError invalid_client_metadata */
function checkGrants({ metadata, policy, runtime }: RegistrationContext): void {
  const { grant_types: types, token_endpoint_auth_method: method } = required(metadata);
  const { urn } = runtime.vendor();
  const outside = types.filter(
    (type) => !policy.grantTypes.includes(type) || grantOfType(type, urn) === undefined,
  );
  if (outside.length > 0)
    throw invalidMetadata('A grant type is not allowed for registered clients.', {
      want: policy.grantTypes.join(' '),
      got: outside.join(' '),
    });
  const needy = types.find((type) => {
    const id = grantOfType(type, urn);
    return id !== undefined && grants[id].needsSecret && method === 'none';
  });
  if (needy !== undefined)
    throw invalidMetadata('A public client cannot have this grant type.', { got: needy });
}

/** @throws OAuthError invalid_client_metadata */
function checkScope({ metadata, policy }: RegistrationContext): void {
  const { scope } = required(metadata);
  if (scope === undefined) return;
  const scopes = scope === '' ? [] : parseScope(scope);
  const outside = scopes?.filter((each) => !policy.scopes.includes(each));
  if (outside?.length !== 0)
    throw invalidMetadata('A scope is not allowed for registered clients.', {
      want: policy.scopes.join(' '),
      got: outside?.join(' ') ?? scope,
    });
}

/** @throws OAuthError invalid_client_metadata */
function checkAuthentication({ metadata, policy }: RegistrationContext): void {
  const {
    token_endpoint_auth_method: method,
    token_endpoint_auth_signing_alg: algorithm,
    jwks,
    jwks_uri: uri,
  } = required(metadata);
  if (!policy.authenticationMethods.includes(method))
    throw invalidMetadata('The client authentication method is not allowed for registered clients.', {
      want: policy.authenticationMethods.join(' '),
      got: method,
    });
  if (method === 'private_key_jwt' && uri === undefined && (jwks?.keys.length ?? 0) === 0)
    throw invalidMetadata('private_key_jwt needs jwks or jwks_uri.');
  if (algorithm !== undefined && methodOfAlgorithm(algorithm) !== method)
    throw invalidMetadata('The signing algorithm does not belong to the authentication method.', {
      want: method,
      got: algorithm,
    });
}

/** @throws OAuthError invalid_client_metadata */
function checkName({ metadata, runtime, nowMillis }: RegistrationContext): void {
  const { client_name: name } = required(metadata);
  if (name === undefined) return;
  // Every installation of one program registers itself, under one name.
  const chosen = runtime
    .registrations()
    .clients()
    .filter(({ clientId }) => runtime.dynamicClients.find(clientId, nowMillis) === null);
  const fault = nameFault(name, chosen);
  if (fault !== null) throw invalidMetadata(fault, { got: name });
}
