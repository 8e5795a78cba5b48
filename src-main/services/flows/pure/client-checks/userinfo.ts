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
    title: 'Claims belong to the user of the ID token',
    clause: 'OpenID Connect Core §5.3.2',
    run({ claims, subject }) {
      if (claims === null) return notChecked('The response is not a JSON object.');
      if (typeof claims['sub'] !== 'string') return failed('sub is missing.');
      if (subject === null) return notChecked('There is no ID token to compare with.');
      return claims['sub'] === subject
        ? passed('sub matches the ID token.')
        : failed('sub does not match the ID token.');
    },
  },
];
