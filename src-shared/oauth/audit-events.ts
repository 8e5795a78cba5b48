/** Fields of audit events, with what each means. */
export const auditEventFields = {
  clientId: 'client_id of the client that sent the request, or that the item belongs to',
  username: 'the user, or the subject of an assertion',
  scope: 'granted scope, as sent on the wire',
  grantType: 'grant type, or response type of the front channel',
  family: 'identifier of the grant that all its tokens belong to',
  reason: 'reason in plain words',
  keyId: 'kid of the key',
  issuer: 'issuer of the assertion, or of the identity provider',
  audience: 'requested audience',
} as const;

export type AuditField = keyof typeof auditEventFields;

/** Every audit event of the authorization server: its name, what happened, and the fields that it carries. */
export const auditEvents = {
  'client.authentication_failed': {
    title: 'Client authentication failed',
    fields: ['clientId', 'reason'],
  },
  'authorization.refused': { title: 'An authorization request was rejected', fields: ['clientId', 'reason'] },
  'user.signed_in': { title: 'A user signed in', fields: ['username', 'clientId', 'issuer'] },
  'user.signed_out': { title: 'A user signed out in a browser', fields: ['username'] },
  'user.sign_in_failed': { title: 'A sign-in failed', fields: ['username', 'clientId', 'reason'] },
  'user.locked': {
    title: 'A user name was locked after too many failed attempts',
    fields: ['username', 'reason'],
  },
  'consent.granted': { title: 'A user allowed a client', fields: ['username', 'clientId', 'scope'] },
  'consent.denied': { title: 'A user denied access to a client', fields: ['username', 'clientId', 'scope'] },
  'consent.revoked': { title: 'A consent was revoked', fields: ['username', 'clientId', 'reason'] },
  'code.issued': {
    title: 'An authorization code was issued',
    fields: ['clientId', 'username', 'scope', 'family'],
  },
  'code.replayed': {
    title: 'A used authorization code was replayed, and its tokens were revoked',
    fields: ['clientId', 'username', 'family'],
  },
  'token.issued': {
    title: 'An access token was issued',
    fields: ['clientId', 'username', 'scope', 'grantType', 'family', 'audience'],
  },
  'token.refused': { title: 'A token request was rejected', fields: ['clientId', 'grantType', 'reason'] },
  'token.refreshed': {
    title: 'A refresh token was used',
    fields: ['clientId', 'username', 'scope', 'family'],
  },
  'token.revoked': {
    title: 'A token or all tokens of a grant were revoked',
    fields: ['clientId', 'username', 'family', 'reason'],
  },
  'refresh_token.reused': {
    title: 'A rotated refresh token was replayed, and its grant was revoked',
    fields: ['clientId', 'username', 'family'],
  },
  'assertion.accepted': {
    title: 'A SAML assertion was accepted',
    fields: ['clientId', 'username', 'issuer'],
  },
  'logout.failed': {
    title: 'A client was not told that its user signed out',
    fields: ['clientId', 'username', 'reason'],
  },
  'key.rotated': { title: 'A signing key was replaced', fields: ['keyId', 'reason'] },
} as const satisfies Record<string, { readonly title: string; readonly fields: readonly AuditField[] }>;

export type AuditEventType = keyof typeof auditEvents;

/** One audit event; `subject` orders deliveries: all events of one subject arrive in the order in which they happened. */
export interface AuditEvent {
  readonly id: string;
  readonly type: AuditEventType;
  readonly atMillis: number;
  readonly subject: string;
  readonly fields: Readonly<Partial<Record<AuditField, string>>>;
}

/** True if a subscription's pattern matches a type: the type itself, `token.*` or `*`. */
export function matchesEventPattern(pattern: string, type: string): boolean {
  return (
    pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1)))
  );
}
