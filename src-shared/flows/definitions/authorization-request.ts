import { partyOf } from '../authenticated-request.ts';
import { withPushes } from '../pushed-requests.ts';
import { withRequestObject } from '../request-object.ts';
import { asksFor } from '../response-type.ts';
import type { BrowseStep, MakeStep, ScriptStep } from '../script.ts';
import type { FlowSetup } from '../setup.ts';
import { literalTemplate } from '../template.ts';
import {
  browse,
  drawn,
  extraPairs,
  type Pairs,
  parametersOf,
  resourcePairs,
  scopePair,
  scopesOf,
} from './parts.ts';

/** A response type, with or without PKCE. */
export interface Asked {
  readonly responseType: string;
  readonly pkce: boolean;
}

/** The template of a parameter that has a usual value: its own one in place of it, or nothing. */
function pair(name: string, own: string | null | undefined, usual: string | null): Pairs {
  if (own === null) return [];
  if (own !== undefined) return [[name, literalTemplate(own)]];
  return usual === null ? [] : [[name, usual]];
}

/** OpenID Connect Core §3.1.2.1 allows a nonce in every authentication request; §3.2.2.1 demands one. */
function hasNonce(setup: FlowSetup, { responseType }: Asked): boolean {
  const { nonce } = parametersOf(setup);
  if (nonce !== undefined) return nonce !== null;
  return asksFor(responseType, 'id_token') || scopesOf(setup).includes('openid');
}

function nonceStep(setup: FlowSetup): MakeStep {
  const { nonce } = parametersOf(setup);
  const made = drawn('nonce', 12);
  return nonce == null ? made : { ...made, maker: 'text', options: { text: literalTemplate(nonce) } };
}

function queryOf(setup: FlowSetup, asked: Asked): Pairs {
  const { prompt, max_age: maxAge, acr_values: acrValues, claims, login_hint: hint } = parametersOf(setup);
  const { responseMode } = setup.options;
  const prefix = setup.clientPrefix;
  return [
    ['client_id', `{{${prefix}client_id}}`],
    ['response_type', asked.responseType],
    ['redirect_uri', `{{${prefix}redirect_uri}}`],
    ...scopePair(setup),
    ['state', '{{state}}'],
    ...(hasNonce(setup, asked) ? ([['nonce', '{{nonce}}']] as const) : []),
    ...(asked.pkce ? challenge : []),
    ...pair('response_mode', responseMode ?? undefined, null),
    ...pair('prompt', prompt, null),
    ...pair('max_age', maxAge?.toString(), null),
    ...pair('acr_values', acrValues, null),
    ...resourcePairs(setup),
    ...pair('claims', claims === undefined ? undefined : JSON.stringify(claims), null),
    ...pair('login_hint', hint, '{{username?}}'),
    ...extraPairs(setup),
  ];
}

/** The parameters of PKCE. RFC 7636 §4.3 */
export const challenge: Pairs = [
  ['code_challenge', '{{code_verifier|s256}}'],
  ['code_challenge_method', 'S256'],
];

/** The steps up to the authorization response. RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 9101, RFC 9126 */
export function authorizationSteps(setup: FlowSetup, asked: Asked): readonly ScriptStep[] {
  return [
    ...(asked.pkce ? [drawn('code_verifier', 32)] : []),
    drawn('state', 12),
    ...(hasNonce(setup, asked) ? [nonceStep(setup)] : []),
    ...conveyed(setup, browse(setup, queryOf(setup, asked))),
  ];
}

/** The authorization request signed and pushed, where the options say so. */
export function conveyed({ options, client, clientPrefix, endpoints }: FlowSetup, step: BrowseStep) {
  const { isSigned = false, isPushed = false } = options;
  const sender = { authentication: client.authentication, prefix: clientPrefix };
  const steps = isSigned ? withRequestObject(step, partyOf(sender), isPushed) : [step];
  return isPushed ? withPushes(steps, sender, endpoints.pushedAuthorization ?? undefined) : steps;
}
