import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizationServerSettings } from '#shared/workspace/index.ts';
import type { AuthorizeContext, FrontContext, InteractionContext } from '../authorize/context.ts';
import type { DoorContext } from '../door/context.ts';
import type { BackContext, TokenContext } from '../token/context.ts';
import type { UserinfoContext } from '../userinfo/endpoint.ts';
import { accessTokenRefreshes } from './access-token-refreshes.ts';
import { accessTokensSequential } from './access-tokens-sequential.ts';
import { basicNotDecoded } from './basic-not-decoded.ts';
import { bodyUnbounded } from './body-unbounded.ts';
import { challengeOptional } from './challenge-optional.ts';
import { challengePlain } from './challenge-plain.ts';
import { clientDescribedAsUser } from './client-described-as-user.ts';
import { clientGetsRefreshToken } from './client-gets-refresh-token.ts';
import { clientIdNotCompared } from './client-id-not-compared.ts';
import { clientMethodsMixed } from './client-methods-mixed.ts';
import { clientSecretNotCompared } from './client-secret-not-compared.ts';
import { clientSecretOptional } from './client-secret-optional.ts';
import { clientTellsNames } from './client-tells-names.ts';
import { clientUnknownRedirected } from './client-unknown-redirected.ts';
import { codeMissingCrashes } from './code-missing-crashes.ts';
import { codeNeverExpires } from './code-never-expires.ts';
import { codeNotBound } from './code-not-bound.ts';
import { codeReadInPart } from './code-read-in-part.ts';
import { codeReplayUnpunished } from './code-replay-unpunished.ts';
import { codeReusable } from './code-reusable.ts';
import { codeSurvivesFailure } from './code-survives-failure.ts';
import { codeUsedLate } from './code-used-late.ts';
import { codesSequential } from './codes-sequential.ts';
import { consentFormTrusted } from './consent-form-trusted.ts';
import { consentNotAsked } from './consent-not-asked.ts';
import { cookiesReadable } from './cookies-readable.ts';
import { denialNotHeard } from './denial-not-heard.ts';
import { errorEchoesInput } from './error-echoes-input.ts';
import { exchangeWidensScope } from './exchange-widens-scope.ts';
import { formForgeable } from './form-forgeable.ts';
import { formRepeats } from './form-repeats.ts';
import { forwardedTrusted } from './forwarded-trusted.ts';
import { framingAllowed } from './framing-allowed.ts';
import { grantNotRegistered } from './grant-not-registered.ts';
import { grantTypeGuessed } from './grant-type-guessed.ts';
import { guessesNotCounted } from './guesses-not-counted.ts';
import { hostNotChecked } from './host-not-checked.ts';
import { implicitRefreshToken } from './implicit-refresh-token.ts';
import { introspectionOpen } from './introspection-open.ts';
import { issuerFromHost } from './issuer-from-host.ts';
import { issuerWrong } from './issuer-wrong.ts';
import { jsonBodyTaken } from './json-body-taken.ts';
import { jwtHmacBelieved } from './jwt-hmac-believed.ts';
import { jwtOwnKeyBelieved } from './jwt-own-key-believed.ts';
import { jwtUnsignedBelieved } from './jwt-unsigned-believed.ts';
import { markupNotEscaped } from './markup-not-escaped.ts';
import { maxAgeIgnored } from './max-age-ignored.ts';
import { methodAny } from './method-any.ts';
import { nonceOptional } from './nonce-optional.ts';
import { oddCredentialsCrash } from './odd-credentials-crash.ts';
import { originsAllowed } from './origins-allowed.ts';
import { pagesKept } from './pages-kept.ts';
import { parametersInObject } from './parameters-in-object.ts';
import { parametersNested } from './parameters-nested.ts';
import { parametersRepeated } from './parameters-repeated.ts';
import { passwordGuessesNotCounted } from './password-guesses-not-counted.ts';
import { passwordTellsNames } from './password-tells-names.ts';
import { passwordsLogged } from './passwords-logged.ts';
import { publicClientAlone } from './public-client-alone.ts';
import { queryParametersTaken } from './query-parameters-taken.ts';
import { redirectPostsAgain } from './redirect-posts-again.ts';
import { redirectUriAny } from './redirect-uri-any.ts';
import { redirectUriAnyCase } from './redirect-uri-any-case.ts';
import { redirectUriAnyLoopback } from './redirect-uri-any-loopback.ts';
import { redirectUriAnyScheme } from './redirect-uri-any-scheme.ts';
import { redirectUriFirstTaken } from './redirect-uri-first-taken.ts';
import { redirectUriFragmentIgnored } from './redirect-uri-fragment-ignored.ts';
import { redirectUriNotCompared } from './redirect-uri-not-compared.ts';
import { redirectUriOtherUsed } from './redirect-uri-other-used.ts';
import { redirectUriPrefix } from './redirect-uri-prefix.ts';
import { redirectUriQueryIgnored } from './redirect-uri-query-ignored.ts';
import { redirectUriSameHost } from './redirect-uri-same-host.ts';
import { redirectUriSubstring } from './redirect-uri-substring.ts';
import { referrerTold } from './referrer-told.ts';
import { refreshAfterRevocation } from './refresh-after-revocation.ts';
import { refreshNeverExpires } from './refresh-never-expires.ts';
import { refreshNotBound } from './refresh-not-bound.ts';
import { refreshReuseUnnoticed } from './refresh-reuse-unnoticed.ts';
import { refreshReuseUnpunished } from './refresh-reuse-unpunished.ts';
import { refreshRolledLate } from './refresh-rolled-late.ts';
import { refreshScopeLost } from './refresh-scope-lost.ts';
import { refreshTokenValidates } from './refresh-token-validates.ts';
import { refreshWidensScope } from './refresh-widens-scope.ts';
import { requestObjectHmac } from './request-object-hmac.ts';
import { requestObjectUnsigned } from './request-object-unsigned.ts';
import { requestObjectUnverified } from './request-object-unverified.ts';
import { requestUriFetched } from './request-uri-fetched.ts';
import { responseTypeGuessed } from './response-type-guessed.ts';
import { responseTypeUnregistered } from './response-type-unregistered.ts';
import { revocationInNameOnly } from './revocation-in-name-only.ts';
import { revocationOfOthers } from './revocation-of-others.ts';
import { samlAudienceIgnored } from './saml-audience-ignored.ts';
import { samlDoctypeTaken } from './saml-doctype-taken.ts';
import { samlEncodingLenient } from './saml-encoding-lenient.ts';
import { samlExpiryIgnored } from './saml-expiry-ignored.ts';
import { samlIssuerKeysShared } from './saml-issuer-keys-shared.ts';
import { samlKeyFromMessage } from './saml-key-from-message.ts';
import { samlNameCut } from './saml-name-cut.ts';
import { samlRecipientIgnored } from './saml-recipient-ignored.ts';
import { samlReplayed } from './saml-replayed.ts';
import { samlSha1Taken } from './saml-sha1-taken.ts';
import { samlSignatureNotVerified } from './saml-signature-not-verified.ts';
import { samlWrappedTaken } from './saml-wrapped-taken.ts';
import { scopeSyntaxIgnored } from './scope-syntax-ignored.ts';
import { scopeUnregistered } from './scope-unregistered.ts';
import { scriptsAllowed } from './scripts-allowed.ts';
import { secretGuessesNotCounted } from './secret-guesses-not-counted.ts';
import { sessionNotRenewed } from './session-not-renewed.ts';
import { sprayingUnnoticed } from './spraying-unnoticed.ts';
import { stateNotEncoded } from './state-not-encoded.ts';
import { stateNotReturned } from './state-not-returned.ts';
import { tokenAnswersKept } from './token-answers-kept.ts';
import { tokenInQuery } from './token-in-query.ts';
import { tokenScopeUnregistered } from './token-scope-unregistered.ts';
import { transactionNotBound } from './transaction-not-bound.ts';
import { unknownParameterRefused } from './unknown-parameter-refused.ts';
import { userGoneRefreshes } from './user-gone-refreshes.ts';
import { userinfoForAnyToken } from './userinfo-for-any-token.ts';
import { validationAfterExpiry } from './validation-after-expiry.ts';
import { validationAfterRevocation } from './validation-after-revocation.ts';
import { validationTellsStates } from './validation-tells-states.ts';
import { verifierAnyForm } from './verifier-any-form.ts';
import { verifierMayBeChallenge } from './verifier-may-be-challenge.ts';
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
  clientUnknownRedirected,
  redirectUriFirstTaken,
  redirectUriOtherUsed,
  redirectUriFragmentIgnored,
  stateNotReturned,
  responseTypeGuessed,
  scopeSyntaxIgnored,
  unknownParameterRefused,
  tokenInQuery,
  requestUriFetched,
  redirectUriAnyScheme,
];

/** Flaws that can stand in every exchange with a browser. */
export const frontWeaknesses: readonly Weakness<FrontContext>[] = [
  framingAllowed,
  scriptsAllowed,
  referrerTold,
  pagesKept,
  cookiesReadable,
  originsAllowed,
  markupNotEscaped,
  stateNotEncoded,
  codesSequential,
  implicitRefreshToken,
];

/** Flaws that can stand in the steps of our own pages. */
export const interactionWeaknesses: readonly Weakness<InteractionContext>[] = [
  formForgeable,
  transactionNotBound,
  guessesNotCounted,
  consentNotAsked,
  redirectPostsAgain,
  sessionNotRenewed,
  consentFormTrusted,
  denialNotHeard,
  passwordsLogged,
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
  sprayingUnnoticed,
  samlSignatureNotVerified,
  samlNameCut,
  samlAudienceIgnored,
  samlRecipientIgnored,
  samlReplayed,
  validationAfterExpiry,
  validationAfterRevocation,
  exchangeWidensScope,
  tokenAnswersKept,
  queryParametersTaken,
  clientIdNotCompared,
  clientTellsNames,
  oddCredentialsCrash,
  basicNotDecoded,
  secretGuessesNotCounted,
  errorEchoesInput,
  tokenScopeUnregistered,
  accessTokensSequential,
  clientGetsRefreshToken,
  codeReadInPart,
  codeMissingCrashes,
  codeUsedLate,
  verifierAnyForm,
  verifierMayBeChallenge,
  refreshScopeLost,
  refreshReuseUnpunished,
  refreshRolledLate,
  accessTokenRefreshes,
  userGoneRefreshes,
  refreshTokenValidates,
  validationTellsStates,
  clientDescribedAsUser,
  jwtUnsignedBelieved,
  jwtHmacBelieved,
  jwtOwnKeyBelieved,
  samlKeyFromMessage,
  samlSha1Taken,
  samlWrappedTaken,
  samlExpiryIgnored,
  samlIssuerKeysShared,
  samlDoctypeTaken,
  samlEncodingLenient,
];

/** Flaws that can stand in the steps of introspection and revocation. */
export const backWeaknesses: readonly Weakness<BackContext>[] = [
  introspectionOpen,
  revocationOfOthers,
  revocationInNameOnly,
];

/** Flaws that can stand in the steps of userinfo. */
export const userinfoWeaknesses: readonly Weakness<UserinfoContext>[] = [userinfoForAnyToken];

/** Flaws that can stand in what every request passes. */
export const doorWeaknesses: readonly Weakness<DoorContext>[] = [
  hostNotChecked,
  bodyUnbounded,
  methodAny,
  issuerFromHost,
  forwardedTrusted,
  jsonBodyTaken,
  parametersInObject,
  parametersNested,
  grantTypeGuessed,
];

/** What a screen needs to list the flaws. */
export const weaknessCatalogue = [
  ...authorizeWeaknesses,
  ...frontWeaknesses,
  ...interactionWeaknesses,
  ...tokenWeaknesses,
  ...backWeaknesses,
  ...userinfoWeaknesses,
  ...doorWeaknesses,
].map(({ id, title, clause, pipeline, step }) => ({ id, title, clause, pipeline, step }));

/** Those of `all` that are switched on: never any outside the training profile. */
export function activeWeaknesses<C>(
  all: readonly Weakness<C>[],
  settings: AuthorizationServerSettings,
): readonly Weakness<C>[] {
  if (settings.profile !== 'training') return [];
  return all.filter((weakness) => settings.weaknesses.includes(weakness.id));
}
