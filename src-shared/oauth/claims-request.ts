import { parsedJson } from '../text/decoding.ts';
import { scopeClaims, userClaims } from './claims.ts';

/** How a request asks for one claim. OpenID Connect Core §5.5.1 */
export interface ClaimRequest {
  readonly isEssential: boolean;
  /** The values that the client accepts; null: any value. */
  readonly values: readonly unknown[] | null;
}

type Asked = Readonly<Record<string, ClaimRequest>>;

/** The claims that a request names one by one, and where it wants them. OpenID Connect Core §5.5 */
export interface ClaimsRequest {
  readonly idToken: Asked;
  readonly userinfo: Asked;
}

/** Reads a `claims` parameter; null where it is malformed. OpenID Connect Core §5.5 */
export function parseClaimsRequest(text: string): ClaimsRequest | null {
  const document = membersOf(parsedJson(text));
  if (document === null) return null;
  const [idToken, userinfo] = ['id_token', 'userinfo'].map((name) => readMember(ownMember(document, name)));
  return idToken === null || idToken === undefined || userinfo === null || userinfo === undefined
    ? null
    : { idToken, userinfo };
}

type Members = Readonly<Record<string, unknown>>;

function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null;
}

function ownMember(members: Members, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

function readMember(value: unknown): Asked | null {
  if (value === undefined || value === null) return {};
  const members = membersOf(value);
  if (members === null) return null;
  const read = Object.entries(members).map(([name, each]) => [name, readClaim(each)] as const);
  const whole = read.flatMap(([name, claim]) => (claim === null ? [] : [[name, claim] as const]));
  return whole.length === read.length ? Object.fromEntries(whole) : null;
}

function readClaim(value: unknown): ClaimRequest | null {
  if (value === null) return { isEssential: false, values: null };
  const members = membersOf(value);
  if (members === null) return null;
  const essential = ownMember(members, 'essential') ?? false;
  const several = ownMember(members, 'values');
  const single = ownMember(members, 'value');
  if (typeof essential !== 'boolean' || (several !== undefined && !Array.isArray(several))) return null;
  return { isEssential: essential, values: several ?? (single === undefined ? null : [single]) };
}

/** The scope that a client needs for a claim; undefined: none. OpenID Connect Core §5.4 */
export function scopeOfClaim(name: string): string | undefined {
  return Object.keys(scopeClaims).find((scope) => scopeClaims[scope]?.includes(name));
}

/** Those claims of a user that are asked for, and have a value that is. OpenID Connect Core §5.5.1 */
export function askedClaims(claims: Members, asked: Asked): Members {
  return Object.fromEntries(
    Object.entries(userClaims(claims)).filter(([name, value]) => {
      const wanted = Object.hasOwn(asked, name) ? asked[name] : undefined;
      return wanted !== undefined && (wanted.values === null || wanted.values.includes(value));
    }),
  );
}
