import { type ClientAuthentication, jwtAssertionType, validateBearerGrantType } from '../../oauth/index.ts';
import { type RequestParameters, usualParameters } from '../options.ts';
import { formRequest, getRequest } from '../request.ts';
import type { BrowseStep, MakeStep, ObserveStep, ScriptStep, SendStep } from '../script.ts';
import type { FlowSetup } from '../setup.ts';
import { literalTemplate } from '../template.ts';

export type Pairs = readonly (readonly [name: string, value: string])[];

interface Credentials {
  readonly headers: Pairs;
  readonly fields: Pairs;
}

const clientIdAlone = (prefix: string): Credentials => ({
  headers: [],
  fields: [['client_id', `{{${prefix}client_id}}`]],
});

const assertion = (prefix: string): Credentials => ({
  headers: [],
  fields: [
    ['client_id', `{{${prefix}client_id}}`],
    ['client_assertion_type', jwtAssertionType],
    ['client_assertion', `{{${prefix}client_assertion}}`],
  ],
});

/** The credentials that each client authentication method adds to a request. */
const credentialsOf: Readonly<Record<ClientAuthentication, (prefix: string) => Credentials>> = {
  client_secret_basic: (prefix) => ({
    headers: [['Authorization', `Basic {{${prefix}basic_credentials}}`]],
    fields: [],
  }),
  client_secret_post: (prefix) => ({
    headers: [],
    fields: [
      ['client_id', `{{${prefix}client_id}}`],
      ['client_secret', `{{${prefix}client_secret}}`],
    ],
  }),
  client_secret_jwt: assertion,
  private_key_jwt: assertion,
  // The connection proves it.
  tls_client_auth: clientIdAlone,
  none: clientIdAlone,
};

/**
 * Returns the credentials that a client adds to a request to authenticate: headers and form fields. `prefix` names
 * the party.
 */
export function clientCredentials(authentication: ClientAuthentication, prefix = ''): Credentials {
  return credentialsOf[authentication](prefix);
}

/** A request that is sent once, with everything that it does not name as most requests have it. */
export function plainSend(
  step: Pick<SendStep, 'id' | 'from' | 'to' | 'request' | 'reading'> & Partial<SendStep>,
): SendStep {
  return {
    act: 'send',
    remark: '',
    browser: null,
    prefix: '',
    captures: [],
    times: 1,
    isInTurn: false,
    ...step,
  };
}

/** A request of the client to an endpoint of the server, with the client's own authentication. */
export function backRequest(
  { client, clientPrefix }: FlowSetup,
  id: string,
  url: string | null,
  fields: Pairs,
  reading: SendStep['reading'],
): SendStep {
  const credentials = clientCredentials(client.authentication, clientPrefix);
  return plainSend({
    id,
    from: 'client',
    to: 'as',
    request: formRequest(
      url ?? '',
      [...fields, ...credentials.fields],
      [...credentials.headers, ['Accept', 'application/json']],
    ),
    reading,
    ...(clientPrefix === '' ? {} : { connection: clientPrefix.replace(/\.$/, '') }),
  });
}

/** A token request. RFC 6749 §3.2 */
export function tokenRequest(setup: FlowSetup, fields: Pairs, id = 'token'): SendStep {
  return backRequest(setup, id, setup.endpoints.token, fields, 'tokens');
}

/** The parameters that the user chose. */
export function parametersOf({ options }: FlowSetup): RequestParameters {
  return options.parameters ?? usualParameters;
}

/** The scopes that are asked for: the chosen ones, else those that the client is registered for. */
export function scopesOf(setup: FlowSetup): readonly string[] {
  const { scope } = parametersOf(setup);
  if (scope === undefined) return setup.client.scopes;
  return (scope ?? '').split(' ').filter((each) => each !== '');
}

/** The scope parameter; absent where it is not to be sent, or the client is registered for none. RFC 6749 §3.3 */
export function scopePair(setup: FlowSetup): Pairs {
  const { scope } = parametersOf(setup);
  if (scope === null) return [];
  if (scope !== undefined) return [['scope', literalTemplate(scope)]];
  return setup.client.scopes.length === 0 ? [] : [['scope', `{{${setup.clientPrefix}scope}}`]];
}

/** The resources that a token is asked for, one parameter each. RFC 8707 §2 */
export function resourcePairs(setup: FlowSetup): Pairs {
  return parametersOf(setup).resource.map((uri) => ['resource', literalTemplate(uri)] as const);
}

/** The parameters that the user added. */
export function extraPairs(setup: FlowSetup): Pairs {
  return parametersOf(setup).extra.map(({ name, value }) => [name, value] as const);
}

/** The parameters that a grant without a browser sends in its token request. */
export function chosenPairs(setup: FlowSetup): Pairs {
  return [...scopePair(setup), ...resourcePairs(setup), ...extraPairs(setup)];
}

/** A value of random text that the run begins with. */
export function drawn(as: string, bytes: number): MakeStep {
  return { act: 'make', id: `make-${as}`, remark: '', as, maker: 'random', options: { bytes } };
}

/** The front channel with an authorization request. RFC 6749 §4.1.1 */
export function browse({ endpoints }: FlowSetup, query: Pairs): BrowseStep {
  return {
    act: 'browse',
    id: 'authorize',
    remark: '',
    request: getRequest(endpoints.authorization ?? '', query, [
      ['Accept', 'text/html'],
      ['Accept-Language', 'en'],
      ['Cookie', '{{cookies?}}'],
    ]),
    browser: 'default',
    prefix: '',
    username: '{{username?}}',
    password: '{{password?}}',
    decision: 'allow',
    isStateChecked: true,
    isRequired: true,
  };
}

/** The token in use at a resource, in the place that was chosen. RFC 6750 §2 */
export function resourceRequest({ endpoints, options }: FlowSetup, token = '{{access_token}}'): SendStep {
  const url = endpoints.resource ?? '';
  const accept = ['Accept', 'application/json'] as const;
  const request =
    options.tokenPlace === 'header'
      ? getRequest(url, [], [['Authorization', `Bearer ${token}`], accept])
      : options.tokenPlace === 'query'
        ? getRequest(url, [['access_token', token]], [accept])
        : formRequest(url, [['access_token', token]], [accept]);
  return plainSend({ id: 'resource', from: 'client', to: 'rs', request, reading: 'success' });
}

/** The resource server has the token validated: seen where the resource server is ours. Specification 1 §4.3 */
export function validation({ endpoints, vendorUrn }: FlowSetup, token = '{{access_token}}'): ObserveStep {
  return {
    act: 'observe',
    id: 'validate',
    remark: 'validate_bearer',
    from: 'rs',
    to: 'as',
    method: 'POST',
    path: pathOf(endpoints.token),
    holds: [`{{'${validateBearerGrantType(vendorUrn)}'|form}}`, token.replace('}}', '|form}}')],
  };
}

/** The path of a URL, or `/`. */
export function pathOf(url: string | null): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+([^?#]*)/i.exec(url ?? '')?.[1] ?? '/';
}

/**
 * The two arrows with which a grant ends where there is a resource that takes its token. The userinfo endpoint takes only
 * those of a user who signed in with OpenID. OpenID Connect Core §5.3
 */
export function useToken(setup: FlowSetup, isOfUser = true): ScriptStep[] {
  const { resource, userinfo } = setup.endpoints;
  if (resource === null) return [];
  const isOpenId = isOfUser && scopesOf(setup).includes('openid');
  // A token for another resource is none for the userinfo endpoint. RFC 8707 §2
  const isTaken = resource !== userinfo || (isOpenId && parametersOf(setup).resource.length === 0);
  return isTaken ? [resourceRequest(setup), validation(setup)] : [];
}
