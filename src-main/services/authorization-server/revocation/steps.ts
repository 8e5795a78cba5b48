import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { invalidRequest, OAuthError, unavailable } from '../errors.ts';
import { clientSteps } from '../token/client-authentication.ts';
import { type BackContext, required } from '../token/context.ts';
import { formSteps } from '../token/endpoint.ts';
import { tokenHash } from '../token-factory.ts';

/** A client says that it needs a token no longer. RFC 7009 §2 */
export const revocationPipeline: PipelineDefinition<BackContext> = {
  id: 'revoke',
  steps: [
    ...formSteps,
    ...clientSteps,
    { id: 'token-given', rule: 'Token is present', clause: 'RFC 7009 §2.1', check: checkGiven },
    {
      id: 'token-is-clients',
      rule: 'Token belongs to this client or is unknown',
      clause: 'RFC 7009 §2.1',
      check: checkOwner,
    },
    { id: 'revoke', rule: 'Token is revoked', clause: 'RFC 7009 §2.1', check: revoke },
  ],
  effect: ({ effect }) => effect || 'Nothing revoked.',
};

function tokenText({ form }: BackContext): string {
  return formValue(form, 'token') ?? '';
}

function checkGiven(context: BackContext): void {
  if (tokenText(context) === '') throw invalidRequest('token parameter is required');
}

function checkOwner(context: BackContext): void {
  const { runtime, client } = context;
  const token =
    runtime.refreshTokens.find(tokenText(context)) ?? runtime.accessTokens.find(tokenText(context));
  const { clientId } = required(client);
  if (token === undefined || token.clientId === clientId) return;
  throw new OAuthError('unauthorized_client', {
    description: 'The token was not issued to this client.',
    detail: 'This request does not change the token.',
    want: token.clientId,
    got: clientId,
  });
}

/**
 * A refresh token takes all tokens of its grant with it, an access token goes alone. Where that cannot be kept the client
 * has to take the token for alive. RFC 7009 §2.1, §2.2.1
 */
function revoke(context: BackContext): void {
  const { runtime, notes } = context;
  const text = tokenText(context);
  const reason = 'The client requested the revocation.';
  const refresh = runtime.refreshTokens.find(text);
  const access = refresh === undefined ? runtime.accessTokens.find(text) : undefined;
  if (refresh !== undefined) {
    const { family, clientId, username } = refresh;
    runtime.families.revoke(family);
    runtime.audit.emit('token.revoked', { clientId, username, family: family.id, reason }, notes);
    context.effect = 'Revoked the refresh token and every access token of its grant.';
  } else if (access !== undefined) {
    runtime.accessTokens.revoke(tokenHash(text), access);
    const { clientId, username } = access;
    runtime.audit.emit(
      'token.revoked',
      { clientId, reason, ...(username === null ? {} : { username }) },
      notes,
    );
    context.effect = 'Revoked the access token. Its refresh token stays valid.';
  } else {
    context.effect = 'The token is unknown. The client receives a success response.';
    // It may have been ended a moment ago, which is not on disk either.
    if (!runtime.records.isStuck()) return;
  }
  context.mustCommit = true;
  context.unkept = unavailable('The revocation could not be stored. Try again');
}
