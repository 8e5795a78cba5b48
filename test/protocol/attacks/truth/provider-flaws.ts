/** The flaws that can be planted in the second server; `truth.json` defines them. */
export const providerFlaws = [
  'any-redirect',
  'redirect-prefix',
  'redirect-omitted-at-token',
  'parameters-twice',
  'state-cut',
  'iss-of-errors-missing',
  'pages-in-frames',
  'pages-tell-referrer',
  'pages-kept',
  'code-twice',
  'tokens-short',
  'pkce-not-demanded',
  'client-guesses-unlimited',
  'token-answers-kept',
  'refresh-old-works',
  'host-reflected',
  'forwarded-host-trusted',
  'revocation-of-others',
] as const;

export type ProviderFlaw = (typeof providerFlaws)[number];
