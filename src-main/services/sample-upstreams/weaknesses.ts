import { sentTokens } from '#main/platform/bearer-token.ts';
import type { HttpRequest } from '#main/platform/http.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import { boundTokenWeaknesses } from './dpop-weaknesses.ts';
import { type ResourceContext, required } from './resource/context.ts';
import { invalidToken, ResourceRefusal } from './resource/refusal.ts';

const usual = /^(?:Bearer|DPoP) [A-Za-z0-9\-._~+/]+=*$/;

/** Flaws in the steps of the sample resource server. */
export const resourceWeaknesses: readonly Weakness<ResourceContext>[] = [
  /** Takes the first token that it comes upon, whatever else was sent. */
  {
    id: 'many-tokens-taken',
    pipeline: 'orders',
    step: 'one-method',
    title: 'Several tokens in one request accepted',
    clause: 'RFC 6750 §2',
    instead: (context, original) => {
      const [first] = context.sent;
      if (first === undefined) return original();
      context.bearer = first;
      return undefined;
    },
  },
  /** Takes for granted that every Authorization header is spelt as in the examples. */
  {
    id: 'odd-header-crashes',
    pipeline: 'orders',
    step: 'token-given',
    title: 'Malformed Authorization header crashes the resource server',
    clause: 'RFC 6750 §2.1',
    instead: (context, original) => {
      const { authorization } = context.request.headers;
      if (authorization !== undefined && !usual.test(authorization))
        throw new TypeError('The Authorization header is malformed');
      return original();
    },
  },
  /** Knows the scheme in one spelling only, so that honest clients are turned away. */
  {
    id: 'scheme-compared-exactly',
    pipeline: 'orders',
    step: 'token-given',
    title: 'Authentication scheme compared case-sensitively',
    clause: 'RFC 9110 §11.1',
    instead: (context, original) => {
      const { authorization = '' } = context.request.headers;
      if (/^bearer /i.test(authorization) && !authorization.startsWith('Bearer '))
        throw new ResourceRefusal({
          status: 401,
          error: null,
          detail: 'The scheme has another spelling.',
        });
      return original();
    },
  },
  /** Tells a client that sent no token that its token is invalid. */
  {
    id: 'challenge-names-error',
    pipeline: 'orders',
    step: 'token-given',
    title: 'Error code in WWW-Authenticate without a token',
    clause: 'RFC 6750 §3',
    instead: (context, original) => {
      if (sentTokens(context.request).length === 0) throw invalidToken('No token was sent.');
      return original();
    },
  },
  /** Reads the token out of whatever the framework made of the body, JSON included. */
  {
    id: 'body-token-of-any-type',
    pipeline: 'orders',
    step: 'token-given',
    title: 'Token accepted in a body that is not a form',
    clause: 'RFC 6750 §2.2',
    instead: (context, original) => {
      const token = tokenInJson(context.request);
      if (token === null) return original();
      context.sent = [...sentTokens(context.request), { method: 'body', scheme: 'Bearer', token }];
      return undefined;
    },
  },
  /** Leaves it to caches on the way what they keep of an answer. */
  {
    id: 'query-token-cacheable',
    pipeline: 'orders',
    step: 'answer-private',
    title: 'Responses cacheable by shared caches',
    clause: 'RFC 6750 §2.3',
    instead: (context) => void (context.cacheControl = null),
  },
  /** Trusts a validation forever: a revoked or expired token still opens. */
  {
    id: 'validation-kept-for-ever',
    pipeline: 'orders',
    step: 'validation-fresh',
    title: 'Validation results cached forever',
    clause: 'RFC 7662 §4',
    instead: (context, original) => {
      context.cacheSeconds = Number.POSITIVE_INFINITY;
      return original();
    },
  },
  /** Takes tokens that are meant for other resource servers: one that is hostile can use them here. */
  {
    id: 'audience-not-checked',
    pipeline: 'orders',
    step: 'audience-asked',
    title: 'Audience of token not checked',
    clause: 'RFC 9700 §4.10.2',
    instead: (context) => void (context.audience = null),
    alongside: { 'audience-named': () => undefined },
  },
  /** Lets every valid token do everything. */
  {
    id: 'scope-not-checked',
    pipeline: 'orders',
    step: 'scope-sufficient',
    title: 'Scope of token not checked',
    clause: 'RFC 6750 §3.1',
    instead: () => undefined,
  },
  /** Takes a client for the user who has its name. */
  {
    id: 'client-taken-for-user',
    pipeline: 'orders',
    step: 'owner-told-apart',
    title: 'Client mistaken for a user of its name',
    clause: 'RFC 9700 §4.15',
    instead: async (context, original) => {
      await original();
      context.owner = { kind: 'user', name: required(context.owner).name };
    },
  },
  /** Passes the token on in the addresses of its answer, wherever they lead. */
  {
    id: 'token-in-links',
    pipeline: 'orders',
    step: 'answer',
    title: 'Token included in links',
    clause: 'RFC 6750 §5.3',
    instead: async (context, original) => {
      await original();
      const { token } = required(context.bearer);
      const next = `https://items.example/badge-reader?access_token=${token}`;
      context.body = required(context.body).replace('{', `{"next":${JSON.stringify(next)},`);
    },
  },
  ...boundTokenWeaknesses,
];

function tokenInJson({ body }: HttpRequest): string | null {
  const token = /"access_token"\s*:\s*"([^"\\]+)"/.exec(body.toString('utf8'))?.[1];
  return token ?? null;
}
