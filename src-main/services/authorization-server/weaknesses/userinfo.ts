import type { Weakness } from '#main/platform/pipeline.ts';
import type { UserinfoContext } from '../userinfo/context.ts';

/** Flaws in the steps of userinfo. */
export const userinfoWeaknesses: readonly Weakness<UserinfoContext>[] = [
  /** Describes the user to the owner of any access token, regardless of its scope. */
  {
    id: 'userinfo-for-any-token',
    pipeline: 'userinfo',
    step: 'scope-openid',
    title: 'Userinfo for any token',
    clause: 'OpenID Connect Core §5.3',
    instead: () => undefined,
  },
];
