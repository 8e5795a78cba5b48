import type { Weakness } from '#main/platform/pipeline.ts';
import { formatScope, formValue, parseForm, parseScope } from '#shared/oauth/index.ts';
import { required, type TokenContext } from '../token/context.ts';
import { beginFamily, mint } from '../token/issue.ts';
import { alter, withoutHeaders } from './alter.ts';

/** Flaws of what a token request may say. */
export const tokenRequestWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Lets every client use every grant. */
  {
    id: 'grant-not-registered',
    pipeline: 'token.*',
    step: 'grant-allowed',
    title: 'Grant type not compared with the registration',
    clause: 'RFC 6749 §5.2',
    instead: () => undefined,
  },
  /** Reads the first of two parameters where another reader takes the last. */
  {
    id: 'form-repeats',
    pipeline: 'token.*',
    step: 'form',
    title: 'Repeated parameters accepted in token requests',
    clause: 'RFC 6749 §3.2',
    instead: () => undefined,
  },
  /** Lets caches keep tokens. */
  {
    id: 'token-answers-kept',
    pipeline: 'token*',
    step: 'answer-guarded',
    title: 'Cacheable token responses',
    clause: 'RFC 6749 §5.1',
    instead: (context) => alter(context, (response) => withoutHeaders(response, 'cache-control', 'pragma')),
  },
  /** Takes parameters from the URL too, which logs and histories keep. */
  {
    id: 'query-parameters-taken',
    pipeline: 'token*',
    step: 'no-query',
    title: 'Credentials in the URL accepted',
    clause: 'RFC 6749 §2.3.1',
    instead: (context) => {
      const { form, request } = context;
      context.form = { ...form, fields: [...form.fields, ...parseForm(request.query).fields] };
    },
  },
  /** Copies the unknown grant type into the error, with characters that are not allowed there. */
  {
    id: 'error-echoes-input',
    pipeline: 'token*',
    step: 'grant-type-known',
    title: 'Error message echoes the input',
    clause: 'RFC 6749 §5.2',
    instead: (context, original) => {
      if (context.grantKnown) return original();
      const words = `No such grant type: ${context.grantType}`;
      alter(context, (response) => ({
        ...response,
        body: JSON.stringify({ error: 'unsupported_grant_type', error_description: words }),
      }));
      return original();
    },
  },
  /** Grants whatever scope a token request asks for. */
  {
    id: 'token-scope-unregistered',
    pipeline: 'token.*',
    step: 'scope-within-registration',
    title: 'Scope of token request not compared with the registration',
    clause: 'RFC 6749 §3.3',
    instead: (context, original) => {
      const requested = parseScope(formValue(context.form, 'scope') ?? '');
      if (requested === null || requested.length === 0) return original();
      context.scope = formatScope(requested);
      return undefined;
    },
  },
  /** Gives a client that acts for itself a refresh token, which outlives its secret. */
  {
    id: 'client-gets-refresh-token',
    pipeline: 'token.client_credentials',
    step: 'issue',
    title: 'Refresh token for client credentials',
    clause: 'RFC 6749 §4.4.3',
    instead: (context) => {
      const { runtime, nowMillis } = context;
      const { clientId } = required(context.client);
      const subject = {
        username: clientId,
        authority: null,
        attributes: {},
        methods: [],
        authTimeMillis: nowMillis,
      };
      const family = beginFamily(context, runtime.tokens.next(), subject, 'client_credentials');
      const refresh = { scope: context.scope, expiresAtMillis: null };
      return mint(context, {
        family,
        refresh,
        effect: 'Issued an access token and a refresh token for the client.',
      });
    },
  },
];
