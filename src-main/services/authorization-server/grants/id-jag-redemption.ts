import type { Step } from '#main/platform/pipeline.ts';
import { formatScope, formValue, idJagDraft, isScopeSubset, parseScope } from '#shared/oauth/index.ts';
import { OAuthError } from '../errors.ts';
import { type Audience, audienceOfNames, namesIn } from '../stores/audience.ts';
import { textOf } from '../token/assertion-checks.ts';
import { isJag, required, type TokenContext } from '../token/context.ts';
import { decideAudience, decideScope } from '../token/issue.ts';
import { claimsOf, refuseJwtGrant } from './jwt-grant.ts';

const onlyJags = { applies: isJag, isUnlisted: true } as const;

/** Checks of an ID-JAG beyond those of a JWT grant: for this server alone, this client, and resources of this server. */
export const jagSteps: readonly Step<TokenContext>[] = [
  {
    id: 'jag-audience',
    rule: 'ID-JAG is for this server alone',
    clause: idJagDraft,
    check: checkAudience,
    ...onlyJags,
  },
  {
    id: 'jag-client',
    rule: 'ID-JAG is for the authenticated client',
    clause: idJagDraft,
    check: checkClient,
    ...onlyJags,
  },
  {
    id: 'jag-resource',
    rule: 'Resource is one of this server',
    clause: idJagDraft,
    check: checkResource,
    ...onlyJags,
  },
];

function checkAudience(context: TokenContext): void {
  const { aud } = claimsOf(context);
  const issuer = context.runtime.issuer();
  const named = Array.isArray(aud) ? (aud as readonly unknown[]) : [aud];
  if (named.length === 1 && named[0] === issuer) return;
  throw refuseJwtGrant({
    detail: 'aud is not the issuer of this server alone.',
    want: issuer,
    got: named.map(textOf).join(' '),
  });
}

/** A public client is not authenticated: anyone could redeem what was issued to it. */
function checkClient(context: TokenContext): void {
  const { client_id: named } = claimsOf(context);
  const { clientId, isPublic } = required(context.client);
  if (named !== clientId)
    throw refuseJwtGrant({ detail: 'client_id is another client.', want: clientId, got: textOf(named) });
  if (isPublic)
    throw refuseJwtGrant({
      detail: 'The client is public, and an ID-JAG requires client authentication.',
      got: clientId,
    });
}

function checkResource(context: TokenContext): void {
  const { resource } = claimsOf(context);
  const resources = resourcesOf(context);
  if (resources === null)
    throw refuseJwtGrant({ detail: 'resource is not a text or a list of texts.', got: textOf(resource) });
  const { audiences } = required(context.client);
  const own = [...audiences, context.settings.audience].filter((name) => name !== undefined);
  const foreign = resources.find((name) => !own.includes(name));
  if (foreign === undefined) return;
  throw refuseJwtGrant({
    detail: 'resource is neither an audience of the client nor that of the server.',
    want: own.join(' '),
    got: foreign,
  });
}

/** The resources that an ID-JAG names; null: the claim is malformed. */
function resourcesOf(context: TokenContext): readonly string[] | null {
  const { resource = [] } = claimsOf(context);
  const list = Array.isArray(resource) ? (resource as readonly unknown[]) : [resource];
  return list.every((each) => typeof each === 'string') ? list : null;
}

/**
 * Whom the tokens are for: the resource of the ID-JAG, or what the request names of it.
 * @throws OAuthError invalid_target
 */
export function jagAudience(context: TokenContext): Audience {
  const requested = decideAudience(context);
  const granted = resourcesOf(context) ?? [];
  if (granted.length === 0) return requested;
  if (requested === null) return audienceOfNames(granted);
  const outside = namesIn(requested).filter((name) => !granted.includes(name));
  if (outside.length === 0) return requested;
  throw new OAuthError('invalid_target', {
    description: 'The requested audience or resource is not in the assertion.',
    want: granted.join(' '),
    got: outside.join(' '),
  });
}

/**
 * The requested scope as far as the ID-JAG has it, never beyond the registration.
 * @throws OAuthError invalid_scope
 */
export function decideJagScope(context: TokenContext): void {
  const { scope: inJag } = claimsOf(context);
  const registered = required(context.client).scopes;
  decideScope(context, registered, 'said');
  if (inJag === undefined) return;
  const granted = parseScope(typeof inJag === 'string' ? inJag : '') ?? [];
  const requested = parseScope(context.scope) ?? [];
  const both = requested.filter((name) => granted.includes(name));
  if (both.length === 0 && requested.length > 0)
    throw new OAuthError('invalid_scope', {
      description: 'The assertion allows none of the requested scopes.',
      want: formatScope(granted),
      got: context.scope,
    });
  context.scopeDiffers ||= !isScopeSubset(parseScope(formValue(context.form, 'scope') ?? '') ?? [], both);
  context.scope = formatScope(both);
}
