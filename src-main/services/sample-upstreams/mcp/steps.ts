import { sentTokens } from '#main/platform/bearer-token.ts';
import { boundTokenSteps } from '#main/platform/dpop/index.ts';
import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { coversScopes, parseScope } from '#shared/oauth/index.ts';
import { required } from '../resource/context.ts';
import { resourceProofs } from '../resource/dpop.ts';
import { invalidRequest, ResourceRefusal } from '../resource/refusal.ts';
import {
  askAudience,
  checkAudience,
  checkForm,
  checkOneMethod,
  findOwner,
  recall,
  validate,
} from '../resource/steps.ts';
import type { McpContext } from './context.ts';
import { includedScopes, scopesOf } from './operations.ts';

/** A message to the MCP server, from its token to what it may do. MCP 2026-07-28, RFC 6750 */
export const mcpPipeline: PipelineDefinition<McpContext> = {
  id: 'mcp',
  steps: [
    {
      id: 'token-in-header',
      rule: 'Token is in the Authorization header',
      clause: 'RFC 6750 §2.1',
      check: findToken,
    },
    {
      id: 'token-form',
      rule: 'Authorization header contains only a token',
      clause: 'RFC 6750 §2.1',
      check: checkForm,
    },
    { id: 'one-token', rule: 'One token is sent', clause: 'RFC 6750 §2', check: checkOneMethod },
    {
      id: 'audience-asked',
      rule: 'Token is for this resource',
      clause: 'RFC 8707 §2',
      check: askAudience,
      describe: ({ audience }) =>
        audience === null ? 'Token is not bound to a resource' : `Token is for ${audience}`,
    },
    {
      id: 'validation-fresh',
      rule: 'Cached token validation is recent enough',
      clause: 'RFC 7662 §4',
      check: recall,
    },
    {
      id: 'token-valid',
      rule: 'Authorization server reports the token as valid',
      clause: 'RFC 6750 §3.1',
      check: validate,
      applies: ({ valid }) => valid === null,
    },
    ...boundTokenSteps(resourceProofs),
    {
      id: 'audience-named',
      rule: 'Token names this resource as its audience',
      clause: 'RFC 9700 §2.3',
      check: checkAudience,
    },
    {
      id: 'scope-sufficient',
      rule: 'Scope covers every tool that is called',
      clause: 'RFC 6750 §3.1',
      check: checkScopes,
      describe: ({ needed }) => `Scope covers ${needed.join(' ')}`,
    },
    {
      id: 'owner-told-apart',
      rule: 'Subject cannot be mistaken for a client',
      clause: 'RFC 9700 §4.15',
      check: findOwner,
      describe: ({ owner }) => `Requested by the ${required(owner).kind} ${required(owner).name}`,
    },
    {
      id: 'handle-own',
      rule: 'State handles belong to the caller',
      clause: 'MCP Security Best Practices',
      check: checkHandles,
    },
  ],
  effect: ({ failure, operations, owner }) =>
    failure !== null || owner === null
      ? 'The MCP server was not called.'
      : `Called the MCP server: ${operations.map(({ method, tool }) => tool ?? method).join(', ') || 'no message'}.`,
};

/** Logs and histories store queries, so that no token counts there. */
function findToken(context: McpContext): void {
  const all = sentTokens(context.request);
  context.sent = all.filter(({ method, token }) => method === 'header' && token !== '');
  if (context.sent.length > 0) return;
  const [elsewhere] = all;
  throw new ResourceRefusal({
    status: 401,
    error: null,
    detail: 'No token was sent in the Authorization header.',
    want: 'header',
    got: elsewhere?.method ?? 'none',
  });
}

/** @throws ResourceRefusal insufficient_scope, with every scope that is needed */
export function checkScopes({ operations, needed, valid }: McpContext): void {
  const { scope = '' } = required(valid);
  if (coversScopes(parseScope(scope) ?? [], scopesOf(operations), includedScopes)) return;
  throw insufficientScope(needed, scope);
}

/** A token that does not reach far enough. RFC 6750 §3.1 */
export function insufficientScope(needed: readonly string[], held: string): ResourceRefusal {
  const scope = needed.join(' ');
  const got = held === '' ? 'none' : held;
  return new ResourceRefusal({ status: 403, error: 'insufficient_scope', scope, want: scope, got });
}

/** A handle of somebody else is refused like one that does not exist. */
function checkHandles(context: McpContext): void {
  const owner = required(context.owner);
  const { operations, placed } = context;
  if (operations.some(({ handle }) => handle !== null && placed.find(handle, owner) === null))
    throw invalidRequest('The caller has no order under this handle.', { want: 'a handle of the caller' });
  context.shownOwner = owner;
}
