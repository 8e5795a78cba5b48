import type { Weakness } from '#main/platform/pipeline.ts';
import type { BackContext } from '../token/context.ts';

/** Flaws in the steps of introspection and revocation. */
export const backWeaknesses: readonly Weakness<BackContext>[] = [
  /** Lets public clients try tokens out. */
  {
    id: 'introspection-open',
    pipeline: 'introspect',
    step: 'caller-confidential',
    title: 'Introspection without authorization',
    clause: 'RFC 7662 §4',
    instead: () => undefined,
  },
  /** Ends the tokens of other clients. */
  {
    id: 'revocation-of-others',
    pipeline: 'revoke',
    step: 'token-is-clients',
    title: 'Tokens of other clients can be revoked',
    clause: 'RFC 7009 §2.1',
    instead: () => undefined,
  },
  /** Answers that a token is revoked and leaves it valid. */
  {
    id: 'revocation-in-name-only',
    pipeline: 'revoke',
    step: 'revoke',
    title: 'Revocation without effect',
    clause: 'RFC 7009 §2.2',
    instead: (context) => {
      context.effect = 'Responded as if the token were revoked. It is not.';
    },
  },
];
