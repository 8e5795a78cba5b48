/** A claim that holds an instant, in epoch milliseconds. */
export interface ClaimTime {
  readonly name: string;
  readonly atMillis: number;
}

const timeClaims = ['iat', 'nbf', 'exp', 'auth_time', 'updated_at'];

/** The instants among the claims of a JWT, in a fixed order; claims that are no JSON object have none. RFC 7519 §2. */
export function claimTimes(claims: string): readonly ClaimTime[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(claims);
  } catch {
    return [];
  }
  if (typeof parsed !== 'object' || parsed === null) return [];
  const source = parsed;
  return timeClaims.flatMap((name) => {
    const seconds: unknown = Reflect.get(source, name);
    // Beyond this a number is no date that can be shown.
    const isDate = typeof seconds === 'number' && Math.abs(seconds) <= 8_640_000_000_000;
    return isDate ? [{ name, atMillis: seconds * 1_000 }] : [];
  });
}
