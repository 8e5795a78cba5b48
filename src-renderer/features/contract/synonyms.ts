/** Words that people search for one another; each in the singular. */
const groups: readonly (readonly string[])[] = [
  ['email', 'e-mail', 'mail'],
  ['license', 'licence'],
  ['enrollment', 'enrolment', 'registration of a device'],
  ['organization', 'organisation'],
  ['customization', 'customisation'],
  ['data center', 'data centre', 'datacenter', 'region'],
  ['otp', 'one-time passcode', 'one-time password', 'passcode'],
  ['totp', 'time-based one-time password', 'authenticator app'],
  ['mfa', 'multi-factor authentication', '2fa', 'two-factor', 'second factor'],
  ['sms', 'text message'],
  ['voice', 'phone call'],
  ['identity provider', 'idp', 'federation'],
  ['social provider', 'social login'],
  ['sso', 'single sign-on'],
  ['sign-on', 'sign-in', 'login', 'logon'],
  ['just-in-time provisioning', 'jit', 'created on first sign-on'],
  ['branding', 'theme', 'look and feel', 'appearance'],
  ['whitelist', 'allowlist', 'white list', 'allow list'],
  ['webhook', 'callback', 'notification of an event'],
  ['geovelocity', 'impossible travel'],
  ['user location anomaly', 'unusual location', 'unfamiliar place'],
  ['passwordless', 'without a password'],
  ['fido2', 'webauthn', 'passkey', 'security key'],
  ['biometric', 'fingerprint', 'face id'],
  ['pkce', 'code challenge', 'proof key for code exchange'],
  ['token exchange', 'rfc 8693'],
  ['introspection', 'introspect'],
  ['revocation', 'revoke'],
  ['refresh_token', 'refresh token', 'renewal'],
  ['session token cookie', 'session cookie'],
  ['deprecated', 'obsolete', 'superseded'],
  ['scim', 'filter'],
  ['unlock', 'locked account'],
  ['role', 'permission'],
  ['default language', 'locale'],
  ['limit', 'limited', 'rate limit', '429', 'too many requests', 'quota', 'throttling'],
  ['lifetime', 'block duration', 'refresh time', 'expiry', 'expiration', 'expires', 'time to live', 'ttl'],
];

/** A text as words in the singular, with nothing between them but one space. */
function spaced(text: string): string {
  const messages = text.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
  return ` ${messages.map((word) => word.replace(/(?<=[a-z0-9]{2})s$/, '')).join(' ')} `;
}

const spacedGroups = groups.map((names) => names.map((name) => ({ name, spaced: spaced(name) })));

/** Synonyms for the words of a text; empty if there are none. */
export function synonymsOf(text: string): string {
  const sought = spaced(text);
  return spacedGroups
    .filter((names) => names.some((each) => sought.includes(each.spaced)))
    .flatMap((names) => names.map(({ name }) => name))
    .join(' ');
}
