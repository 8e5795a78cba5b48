import type { Step } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { invalidRequest, OAuthError } from '../errors.ts';
import type { AuthorizeContext } from './context.ts';
import { takeHint } from './id-token-hint.ts';

const prompts: ReadonlySet<string> = new Set(['none', 'login', 'consent', 'select_account']);

/** Checks that OpenID Connect adds to a request. OpenID Connect Core §3.1.2.1 and §3.2.2.1 */
export const openidSteps: readonly Step<AuthorizeContext>[] = [
  {
    id: 'openid-scope',
    rule: 'Scope contains openid if an ID token is requested',
    clause: 'OpenID Connect Core §3.1.2.1',
    check: checkOpenid,
    applies: wantsIdToken,
  },
  {
    id: 'nonce-given',
    rule: 'nonce is present if an ID token is requested',
    clause: 'OpenID Connect Core §3.2.2.1',
    check: checkNonce,
    applies: wantsIdToken,
  },
  {
    id: 'prompt-known',
    rule: 'prompt is supported',
    clause: 'OpenID Connect Core §3.1.2.1',
    check: checkPrompt,
    applies: ({ form }) => formValue(form, 'prompt') !== undefined,
  },
  {
    id: 'max-age',
    rule: 'max_age is a number of seconds',
    clause: 'OpenID Connect Core §3.1.2.1',
    check: checkMaxAge,
    applies: ({ form }) => formValue(form, 'max_age') !== undefined,
  },
  {
    id: 'id-token-hint',
    rule: 'id_token_hint was issued here to this client',
    clause: 'OpenID Connect Core §3.1.2.1',
    check: takeHint,
    describe: ({ hintedUsername }) => `The request is for ${hintedUsername ?? 'no user'} only`,
    applies: ({ form }) => formValue(form, 'id_token_hint') !== undefined,
  },
];

function wantsIdToken({ responseType }: AuthorizeContext): boolean {
  return responseType?.idToken === true;
}

function checkOpenid({ scopes }: AuthorizeContext): void {
  if (scopes.includes('openid')) return;
  throw new OAuthError('invalid_scope', {
    description: 'An ID token needs the scope openid.',
    want: 'openid',
    got: scopes.join(' '),
  });
}

function checkNonce({ form }: AuthorizeContext): void {
  if (formValue(form, 'nonce') === undefined) throw invalidRequest('nonce is required', { got: 'none' });
}

function checkPrompt(context: AuthorizeContext): void {
  const given = (formValue(context.form, 'prompt') ?? '').split(' ').filter((word) => word !== '');
  const unknown = given.filter((word) => !prompts.has(word));
  if (unknown.length > 0) {
    throw invalidRequest('The prompt value is not supported.', {
      want: [...prompts].join(' '),
      got: unknown.join(' '),
    });
  }
  if (given.includes('none') && given.length > 1)
    throw invalidRequest('prompt none cannot be combined with other values.', { got: given.join(' ') });
  context.prompts = new Set(given);
}

function checkMaxAge(context: AuthorizeContext): void {
  const given = formValue(context.form, 'max_age') ?? '';
  if (!/^\d{1,9}$/.test(given))
    throw invalidRequest('max_age is malformed.', { want: 'seconds', got: given });
  context.maxAgeSeconds = Number(given);
}
