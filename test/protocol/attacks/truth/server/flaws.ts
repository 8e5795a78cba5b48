/** The flaws that can be planted, each a switch; `truth.json` defines them. */
export const flaws = [
  // A: redirect URIs
  'redirect-not-checked',
  'redirect-host-only',
  'redirect-prefix',
  'redirect-origin-prefix',
  'redirect-host-ending',
  'redirect-any-case',
  'redirect-loopback-port-fixed',
  'redirect-localhost',
  'redirect-last-of-two',
  'errors-to-unregistered',
  'token-redirect-not-compared',
  'state-injects-headers',
  // B: authorization request
  'errors-of-unknown-clients-sent-on',
  'response-type-not-checked',
  'implicit-for-all',
  'scope-not-checked',
  'scope-characters',
  'parameters-twice',
  'state-cut',
  'state-markup-in-page',
  'iss-of-errors-missing',
  'any-method-at-authorize',
  'denial-ignored',
  // C: pages
  'pages-in-frames',
  'pages-tell-referrer',
  'pages-kept',
  'session-kept-at-sign-in',
  // D: codes
  'code-twice',
  'code-race',
  'code-reuse-keeps-tokens',
  'code-of-other-client',
  'code-any-case',
  'codes-counted',
  'access-tokens-counted',
  // E: PKCE
  'pkce-not-demanded',
  'pkce-verifier-not-demanded',
  'pkce-verifier-not-compared',
  'pkce-stripped',
  'pkce-plain',
  'pkce-any-method',
  'pkce-verifier-form',
  'pkce-challenge-as-verifier',
  // F: client authentication
  'credentials-not-checked',
  'credentials-not-demanded',
  'credentials-twice',
  'credentials-in-query',
  'two-clients',
  'client-guesses-unlimited',
  'unknown-client-told',
  'grants-not-checked',
  'broken-header-breaks',
  // G: token endpoint
  'token-by-get',
  'token-any-body',
  'token-answers-kept',
  'grant-type-guessed',
  'descriptions-raw',
  'prototype-breaks',
  'body-without-limit',
  'refresh-for-client-credentials',
  // H: password grant
  'password-scope-not-checked',
  'password-guesses-unlimited',
  'password-users-told',
  // I: refresh
  'refresh-widens',
  'refresh-narrows-for-good',
  'refresh-of-other-client',
  'refresh-old-works',
  'refresh-family-lives-on',
  'access-token-refreshes',
  'refresh-token-used',
  // L: across
  'host-reflected',
  'forwarded-host-trusted',
  'revocation-of-others',
] as const;

export type Flaw = (typeof flaws)[number];
/** True of a flaw that is planted. */
export type Has = (flaw: Flaw) => boolean;
