import type { VerdictProps } from '#renderer/ui/verdict.tsx';
import type { TokenReport } from '#shared/api/index.ts';

/** The look of each state in the store: what was used as it should be is no fault. */
export const storedVerdicts: Readonly<
  Record<NonNullable<TokenReport['stored']>['state'], VerdictProps['of']>
> = {
  valid: 'passed',
  expired: 'warning',
  revoked: 'failed',
  rolled: 'skipped',
  used: 'skipped',
};
