import { sentTokens } from '#main/platform/bearer-token.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import { parseScope } from '#shared/oauth/index.ts';
import { required } from '../resource/context.ts';
import { audienceOfToken } from '../resource/validation.ts';
import { cacheKey } from '../resource/validation-cache.ts';
import type { McpContext } from './context.ts';
import { includedScopes, scopesOf } from './operations.ts';
import { checkScopes, insufficientScope } from './steps.ts';

/** Flaws in how the sample MCP server takes tokens. */
export const mcpWeaknesses: readonly Weakness<McpContext>[] = [
  /** Takes tokens that were issued for other resource servers. */
  {
    id: 'rs-any-audience',
    pipeline: 'mcp',
    step: 'audience-asked',
    title: 'Token for another resource accepted by the MCP server',
    clause: 'RFC 8707 §2',
    instead: (context) => void (context.audience = null),
    alongside: {
      'audience-named': async (context, original) => {
        const named = await audienceOfToken(context.ports, required(context.bearer).token);
        if (named.length === 0) await original();
      },
    },
  },
  /** Checks the audience only of tokens that have one. */
  {
    id: 'rs-audience-optional',
    pipeline: 'mcp',
    step: 'audience-named',
    title: 'Token without an audience accepted by the MCP server',
    clause: 'RFC 9700 §2.3',
    instead: () => undefined,
  },
  /** Takes the token from the address, where logs and histories keep it. */
  {
    id: 'rs-query-token',
    pipeline: 'mcp',
    step: 'token-in-header',
    title: 'Token in the query accepted by the MCP server',
    clause: 'MCP Authorization',
    instead: (context, original) => {
      const inQuery = sentTokens(context.request).filter(({ method }) => method === 'query');
      if (inQuery.length === 0) return original();
      context.sent = inQuery;
      return undefined;
    },
  },
  /** Judges the scope of a token that it knows before it asks whether the token still counts. */
  {
    id: 'rs-scope-before-expiry',
    pipeline: 'mcp',
    step: 'token-valid',
    title: 'Scope checked before expiry',
    clause: 'RFC 6750 §3.1',
    instead: (context, original) => {
      const { cache, bearer, audience, nowMillis } = context;
      const key = cacheKey(required(bearer).token, audience);
      context.valid = cache.find(key, nowMillis, Number.POSITIVE_INFINITY);
      if (context.valid !== null) checkScopes(context);
      return original();
    },
  },
  /** Names one missing scope at a time, so that clients have to ask again and again. */
  {
    id: 'rs-drip-challenge',
    pipeline: 'mcp',
    step: 'scope-sufficient',
    title: 'Missing scopes named one at a time',
    clause: 'MCP Authorization',
    instead: (context) => {
      const { scope = '' } = required(context.valid);
      const missing = scopesOf(context.operations).find((each) => !holds(scope, each));
      if (missing !== undefined) throw insufficientScope([missing], scope);
    },
  },
  /** Knows no scope that includes others. */
  {
    id: 'rs-flat-scopes',
    pipeline: 'mcp',
    step: 'scope-sufficient',
    title: 'Broad scope not accepted for a narrow one',
    clause: 'MCP Authorization',
    instead: (context, original) => {
      const { scope = '' } = required(context.valid);
      const held = parseScope(scope) ?? [];
      if (scopesOf(context.operations).some((each) => !held.includes(each)))
        throw insufficientScope(context.needed, scope);
      return original();
    },
  },
  /** Takes whoever knows a state handle for the one to whom it was given. */
  {
    id: 'handle-is-identity',
    pipeline: 'mcp',
    step: 'handle-own',
    title: 'State handle accepted as proof of identity',
    clause: 'MCP Security Best Practices',
    instead: (context, original) => {
      const handle = context.operations.find((each) => each.handle !== null)?.handle ?? null;
      const owner = handle === null ? null : context.placed.ownerOf(handle);
      if (owner === null) return original();
      context.shownOwner = owner;
      return undefined;
    },
  },
];

function holds(scope: string, needed: string): boolean {
  const held = parseScope(scope) ?? [];
  return held.some((each) => each === needed || includedScopes.get(each)?.includes(needed) === true);
}
