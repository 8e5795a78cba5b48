import { z } from 'zod';

/** The ways in which the authorization server can behave. A new one begins here: the compiler names each place that lacks it. */
export const profiles = ['product', 'strict', 'oauth-2.1', 'fapi-2.0-security', 'training'] as const;
export const profileSchema = z.enum(profiles);
export type Profile = (typeof profiles)[number];

/** The profiles that are documents of others, with clauses of their own. */
export const namedProfiles = ['oauth-2.1', 'fapi-2.0-security'] as const satisfies readonly Profile[];
export type NamedProfile = (typeof namedProfiles)[number];

/** Settings whose default depends on the profile. */
type ProfileDefaults = {
  readonly requirePkce?: boolean;
  readonly allowPlainPkce?: boolean;
  readonly requirePushedAuthorizationRequests?: boolean;
  readonly issuerInResponse?: boolean;
  readonly accessTokenSigningAlgorithm?: 'ES256';
};

const defaults: Readonly<Record<Profile, ProfileDefaults>> = {
  product: {},
  strict: {},
  training: {},
  'oauth-2.1': { requirePkce: true, issuerInResponse: true },
  'fapi-2.0-security': {
    requirePkce: true,
    allowPlainPkce: false,
    requirePushedAuthorizationRequests: true,
    issuerInResponse: true,
    accessTokenSigningAlgorithm: 'ES256',
  },
};

/** The settings that a server has under a profile if nothing else is set. */
export function settingsOfProfile<P extends Profile>(profile: P): ProfileDefaults & { readonly profile: P } {
  return { ...defaults[profile], profile };
}

/** Puts the defaults of a profile beneath the settings of a file; what the file sets itself is in force. */
export function withProfileDefaults(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return settings;
  const profile = profileSchema.safeParse(Reflect.get(settings, 'profile'));
  return profile.success ? { ...defaults[profile.data], ...settings } : settings;
}

/** True if errors and edge cases follow the RFCs where the specification of the product differs from them. */
export function followsRfcs(profile: Profile): boolean {
  return profile !== 'product' && profile !== 'training';
}

/** True for profiles that read the JWTs of clients strictly: assertions and request objects. RFC 10070, RFC 9101 §6.3 */
export function readsStrictly(profile: Profile): boolean {
  return profile === 'strict' || profile === 'fapi-2.0-security';
}
