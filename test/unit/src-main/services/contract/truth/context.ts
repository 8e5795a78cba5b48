import type { LintContext } from '#main/services/contract/linting/lint-context.ts';
import { plainLintContext } from '#test/support/lint-context.ts';

/** The day whose contract the verdicts are about. */
export const newest = '2022-06-06';

/** The surroundings in which the usages are read. */
export const truthContext: LintContext = {
  ...plainLintContext,
  platformUrls: ['https://api.platform.example/v1'],
  authorizationUrls: ['https://auth.platform.example'],
};
