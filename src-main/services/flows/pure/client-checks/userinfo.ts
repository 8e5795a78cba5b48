import { type ClientCheck, failed, notChecked, passed } from './check.ts';

/** The answer of the userinfo endpoint beside the subject of the ID token. */
export interface UserinfoSeen {
  /** Null: it is no JSON object. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  /** Null: the client has no ID token. */
  readonly subject: string | null;
}

/** The checks of a userinfo response. */
export const userinfoChecks: readonly ClientCheck<UserinfoSeen>[] = [
  {
    id: 'userinfo-subject',
    title: 'The claims are of the user of the ID token',
    clause: 'OpenID Connect Core §5.3.2',
    run({ claims, subject }) {
      if (claims === null) return notChecked('The answer is no JSON object.');
      if (typeof claims['sub'] !== 'string') return failed('They have no sub.');
      if (subject === null) return notChecked('There is no ID token to compare with.');
      return claims['sub'] === subject
        ? passed('Their sub is that of the ID token.')
        : failed('Their sub is not that of the ID token.');
    },
  },
];
