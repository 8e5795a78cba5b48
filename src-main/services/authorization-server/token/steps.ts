import type { Step } from '#main/platform/pipeline.ts';
import {
  clientAuthenticationTable,
  type Form,
  formValue,
  grantIds,
  grants,
  type HostedAuthentication,
  hostedAuthentications,
  parseForm,
  tokenExchangeGrantType,
} from '#shared/oauth/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import { guardStep } from '../response-step.ts';
import { authenticateClient, checkOneMethod, checkThrottle } from './client-authentication.ts';
import { type BackContext, required, type TokenContext } from './context.ts';

const formType = 'application/x-www-form-urlencoded';

/** Parameters that have no business in a URL, where logs and histories keep them. */
const bodyOnly: ReadonlySet<string> = new Set([
  'grant_type',
  'client_id',
  ...hostedAuthentications.flatMap((id) => clientAuthenticationTable[id].parameters),
  'scope',
  'token',
  ...grantIds.flatMap((id) => Object.keys(grants[id].parameters)),
]);

/**
 * Checks that every request sent by a client straight to the server must pass: a form, and its sender. RFC 6749 §3.2
 */
export const formSteps: readonly Step<BackContext>[] = [
  guardStep('Answer is kept by nobody', 'RFC 6749 §5.1'),
  { id: 'form', rule: 'Body is a form, no repeats', clause: 'RFC 6749 §3.2', check: checkForm },
  {
    id: 'no-query',
    rule: 'No parameters in the URL',
    clause: 'RFC 6749 §2.3.1',
    check: checkQuery,
    applies: (context) => context.request.query !== '',
  },
];

/** How a trace names what proved the client. */
const methodName: Readonly<Record<HostedAuthentication, string>> = {
  client_secret_basic: 'Basic',
  client_secret_post: 'body',
  none: 'client_id alone',
};

/** Checks of the client that sends the request. RFC 6749 §2.3 */
export const clientSteps: readonly Step<BackContext>[] = [
  {
    id: 'one-client-method',
    rule: 'Client authenticates in one way',
    clause: 'RFC 6749 §2.3',
    check: checkOneMethod,
  },
  {
    id: 'client-not-throttled',
    rule: 'Not too many wrong secrets for this client',
    clause: 'RFC 6749 §2.3.1',
    check: checkThrottle,
  },
  {
    id: 'client-authenticated',
    rule: 'Client authenticated',
    clause: 'RFC 6749 §2.3.1',
    check: authenticateClient,
    describe: ({ clientMethod }) =>
      clientMethod === 'none'
        ? 'Client is public and known'
        : `Client authenticated: ${methodName[required(clientMethod)]}`,
  },
];

/** Only clients that can prove their identity go on: anybody may send the `client_id` of a public client. */
export function confidentialStep(
  id: 'client-confidential' | 'caller-confidential',
  rule: string,
  clause: string,
  detail: string,
): Step<BackContext> {
  return {
    id,
    rule,
    clause,
    check({ client }) {
      if (required(client).secretSha256 !== null) return;
      throw new OAuthError('invalid_client', { description: 'Invalid client or client credentials', detail });
    },
  };
}

/** Checks that every token request must pass, whatever its grant. RFC 6749 §3.2. */
export const commonTokenSteps: readonly Step<TokenContext>[] = [
  ...formSteps,
  { id: 'grant-type-given', rule: 'grant_type given', clause: 'RFC 6749 §5.2', check: checkGrantTypeGiven },
  ...clientSteps,
  { id: 'grant-type-known', rule: 'Grant type known', clause: 'RFC 6749 §5.2', check: checkGrantTypeKnown },
  {
    id: 'grant-allowed',
    rule: 'Grant allowed for client',
    clause: 'RFC 6749 §5.2',
    check: checkGrantAllowed,
  },
];

function checkForm({ request, form }: BackContext): void {
  const type = request.headers['content-type'];
  if (!isFormType(type)) {
    throw invalidRequest(`The content type must be ${formType}.`, { want: formType, got: type ?? 'none' });
  }
  if (form.malformed.length > 0) {
    throw invalidRequest('The body is not valid form encoding.', { got: form.malformed.join(' ') });
  }
  const repeated = form.duplicates.filter((name) => !mayRepeat(form, name));
  if (repeated.length > 0) {
    throw invalidRequest('A parameter is included more than once.', { got: repeated.join(' ') });
  }
}

/**
 * The parameters that a grant accepts more than once; a request with two grant types is refused as such. RFC
 * 8693 §2.1
 */
function mayRepeat(form: Form, name: string): boolean {
  const grantType = formValue(form, 'grant_type');
  return grantType === tokenExchangeGrantType && (grants.token_exchange.repeatable ?? []).includes(name);
}

/** Tests whether a Content-Type header announces a form, parameters and case aside. RFC 9110 §8.3.1. */
export function isFormType(contentType: string | undefined): boolean {
  return contentType === formType || contentType?.split(';', 1)[0]?.trim().toLowerCase() === formType;
}

function checkQuery({ request }: BackContext): void {
  const misplaced = parseForm(request.query).fields.filter((field) => bodyOnly.has(field.name));
  if (misplaced.length === 0) return;
  throw invalidRequest('Parameters must be sent in the request body, not in the URL.', {
    got: misplaced.map((field) => field.name).join(' '),
  });
}

function checkGrantTypeGiven({ form }: TokenContext): void {
  if (formValue(form, 'grant_type') === undefined) throw invalidRequest('grant_type is required');
}

function checkGrantTypeKnown({ grantKnown, form }: TokenContext): void {
  if (grantKnown) return;
  throw new OAuthError('unsupported_grant_type', {
    detail: 'The server has no such grant.',
    got: formValue(form, 'grant_type') ?? '',
  });
}

function checkGrantAllowed(context: TokenContext): void {
  const client = required(context.client);
  const grantType = formValue(context.form, 'grant_type') ?? '';
  if (client.grantTypes.has(grantType)) return;
  throw new OAuthError('unauthorized_client', {
    description: 'The client is not allowed to use this grant type.',
    want: [...client.grantTypes].join(' '),
    got: grantType,
  });
}
