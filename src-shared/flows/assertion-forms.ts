/** Forms of the assertions that the debugger's issuer signs. RFC 7522 §2.1, RFC 7523 §2.1 */
export const assertionForms = ['saml', 'jwt'] as const;
export type AssertionForm = (typeof assertionForms)[number];

/** The form of the assertion that a kind of flow presents; null: it presents none. */
export function assertionFormOf(kind: string): AssertionForm | null {
  if (kind === 'saml-bearer') return 'saml';
  return kind === 'jwt-bearer' ? 'jwt' : null;
}
