import type { LintContext } from '#main/services/contract/linting/lint-context.ts';

/** The surroundings of a workspace in which nothing is configured. */
export const plainLintContext: LintContext = {
  platformUrls: [],
  authorizationUrls: [],
  ownUrls: [],
  variables: {},
  publicClients: {},
  issuers: {},
  platforms: {},
  mediaType: 'acme',
  limitsPerSecond: {},
  nowMillis: Date.UTC(2026, 5, 1),
};
