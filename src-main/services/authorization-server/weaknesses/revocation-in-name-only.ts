import type { Weakness } from '#main/platform/pipeline.ts';
import type { BackContext } from '../token/context.ts';

/** Answers that a token is revoked and leaves it valid. */
export const revocationInNameOnly: Weakness<BackContext> = {
  id: 'revocation-in-name-only',
  pipeline: 'revoke',
  step: 'revoke',
  title: 'Revocation changes nothing',
  clause: 'RFC 7009 §2.2',
  instead: (context) => {
    context.effect = 'Answered as if the token were revoked. It is not.';
  },
};
