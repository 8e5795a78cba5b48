import type { LintContext } from '#main/services/contract/linting/lint-context.ts';

/** The day whose contract the verdicts are about. */
export const newest = '2022-06-06';

/** The surroundings in which the usages are read. */
export const truthContext: LintContext = {
  platformUrls: ['https://api.platform.example/v1'],
  authorizationUrls: ['https://auth.platform.example'],
  ownUrls: [],
  variables: {},
  publicClients: {},
  issuers: {},
  platforms: {},
  mediaType: 'acme',
  limitsPerSecond: {},
  nowMillis: Date.UTC(2026, 5, 1),
};
