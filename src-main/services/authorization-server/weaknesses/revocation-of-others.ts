import type { Weakness } from '#main/platform/pipeline.ts';
import type { BackContext } from '../token/context.ts';

/** Ends the tokens of other clients. */
export const revocationOfOthers: Weakness<BackContext> = {
  id: 'revocation-of-others',
  pipeline: 'revoke',
  step: 'token-is-clients',
  title: 'Anybody’s token may be revoked',
  clause: 'RFC 7009 §2.1',
  instead: () => undefined,
};
