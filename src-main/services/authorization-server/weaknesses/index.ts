import type { AuthorizationServerSettings } from '#shared/workspace/index.ts';
import type { AuthorizeContext, InteractionContext } from '../authorize/context.ts';
import type { Weakness } from '../pipeline.ts';
import type { BackContext, TokenContext } from '../token/context.ts';
import type { UserinfoContext } from '../userinfo/endpoint.ts';
import { challengeOptional } from './challenge-optional.ts';
import { challengePlain } from './challenge-plain.ts';
import { clientMethodsMixed } from './client-methods-mixed.ts';
import { clientSecretNotCompared } from './client-secret-not-compared.ts';
import { clientSecretOptional } from './client-secret-optional.ts';
import { codeNeverExpires } from './code-never-expires.ts';
import { codeNotBound } from './code-not-bound.ts';
import { codeReplayUnpunished } from './code-replay-unpunished.ts';
import { codeReusable } from './code-reusable.ts';
import { codeSurvivesFailure } from './code-survives-failure.ts';
import { consentNotAsked } from './consent-not-asked.ts';
import { exchangeWidensScope } from './exchange-widens-scope.ts';
import { formForgeable } from './form-forgeable.ts';
import { formRepeats } from './form-repeats.ts';
import { grantNotRegistered } from './grant-not-registered.ts';
import { guessesNotCounted } from './guesses-not-counted.ts';
import { introspectionOpen } from './introspection-open.ts';
import { issuerWrong } from './issuer-wrong.ts';
import { maxAgeIgnored } from './max-age-ignored.ts';
import { nonceOptional } from './nonce-optional.ts';
import { parametersRepeated } from './parameters-repeated.ts';
import { passwordGuessesNotCounted } from './password-guesses-not-counted.ts';
import { passwordTellsNames } from './password-tells-names.ts';
import { publicClientAlone } from './public-client-alone.ts';
import { redirectPostsAgain } from './redirect-posts-again.ts';
import { redirectUriAny } from './redirect-uri-any.ts';
import { redirectUriAnyCase } from './redirect-uri-any-case.ts';
import { redirectUriAnyLoopback } from './redirect-uri-any-loopback.ts';
import { redirectUriNotCompared } from './redirect-uri-not-compared.ts';
import { redirectUriPrefix } from './redirect-uri-prefix.ts';
import { redirectUriQueryIgnored } from './redirect-uri-query-ignored.ts';
import { redirectUriSameHost } from './redirect-uri-same-host.ts';
import { redirectUriSubstring } from './redirect-uri-substring.ts';
import { refreshAfterRevocation } from './refresh-after-revocation.ts';
import { refreshNeverExpires } from './refresh-never-expires.ts';
import { refreshNotBound } from './refresh-not-bound.ts';
import { refreshReuseUnnoticed } from './refresh-reuse-unnoticed.ts';
import { refreshWidensScope } from './refresh-widens-scope.ts';
import { requestObjectHmac } from './request-object-hmac.ts';
import { requestObjectUnsigned } from './request-object-unsigned.ts';
import { requestObjectUnverified } from './request-object-unverified.ts';
import { responseTypeUnregistered } from './response-type-unregistered.ts';
import { revocationInNameOnly } from './revocation-in-name-only.ts';
import { revocationOfOthers } from './revocation-of-others.ts';
import { samlAudienceIgnored } from './saml-audience-ignored.ts';
import { samlNameCut } from './saml-name-cut.ts';
import { samlRecipientIgnored } from './saml-recipient-ignored.ts';
import { samlReplayed } from './saml-replayed.ts';
import { samlSignatureNotVerified } from './saml-signature-not-verified.ts';
import { scopeUnregistered } from './scope-unregistered.ts';
import { transactionNotBound } from './transaction-not-bound.ts';
import { userinfoForAnyToken } from './userinfo-for-any-token.ts';
import { validationAfterExpiry } from './validation-after-expiry.ts';
import { validationAfterRevocation } from './validation-after-revocation.ts';
import { verifierNotCompared } from './verifier-not-compared.ts';
import { verifierOptional } from './verifier-optional.ts';

/** Flaws that can stand in the steps of an authorization request. */
export const authorizeWeaknesses: readonly Weakness<AuthorizeContext>[] = [
  redirectUriPrefix,
  redirectUriSameHost,
  redirectUriQueryIgnored,
  redirectUriAnyCase,
  redirectUriSubstring,
  redirectUriAny,
  redirectUriAnyLoopback,
  parametersRepeated,
  responseTypeUnregistered,
  scopeUnregistered,
  nonceOptional,
  maxAgeIgnored,
  challengeOptional,
  challengePlain,
  issuerWrong,
  requestObjectHmac,
  requestObjectUnsigned,
  requestObjectUnverified,
];

/** Flaws that can stand in the steps of our own pages. */
export const interactionWeaknesses: readonly Weakness<InteractionContext>[] = [
  formForgeable,
  transactionNotBound,
  guessesNotCounted,
  consentNotAsked,
  redirectPostsAgain,
];

/** Flaws that can stand in the steps of a token request. */
export const tokenWeaknesses: readonly Weakness<TokenContext>[] = [
  codeNotBound,
  clientSecretNotCompared,
  clientSecretOptional,
  clientMethodsMixed,
  grantNotRegistered,
  formRepeats,
  codeReusable,
  codeReplayUnpunished,
  codeNeverExpires,
  codeSurvivesFailure,
  redirectUriNotCompared,
  verifierOptional,
  verifierNotCompared,
  refreshNotBound,
  refreshReuseUnnoticed,
  refreshAfterRevocation,
  refreshNeverExpires,
  refreshWidensScope,
  publicClientAlone,
  passwordTellsNames,
  passwordGuessesNotCounted,
  samlSignatureNotVerified,
  samlNameCut,
  samlAudienceIgnored,
  samlRecipientIgnored,
  samlReplayed,
  validationAfterExpiry,
  validationAfterRevocation,
  exchangeWidensScope,
];

/** Flaws that can stand in the steps of introspection and revocation. */
export const backWeaknesses: readonly Weakness<BackContext>[] = [
  introspectionOpen,
  revocationOfOthers,
  revocationInNameOnly,
];

/** Flaws that can stand in the steps of userinfo. */
export const userinfoWeaknesses: readonly Weakness<UserinfoContext>[] = [userinfoForAnyToken];

/** What a screen needs to list the flaws. */
export const weaknessCatalogue = [
  ...authorizeWeaknesses,
  ...interactionWeaknesses,
  ...tokenWeaknesses,
  ...backWeaknesses,
  ...userinfoWeaknesses,
].map(({ id, title, clause, pipeline, step }) => ({ id, title, clause, pipeline, step }));

/** Those of `all` that are switched on: never any outside the training profile. */
export function activeWeaknesses<C>(
  all: readonly Weakness<C>[],
  settings: AuthorizationServerSettings,
): readonly Weakness<C>[] {
  if (settings.profile !== 'training') return [];
  return all.filter((weakness) => settings.weaknesses.includes(weakness.id));
}
