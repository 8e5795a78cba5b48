import { bearerMethod, samlNamespace, unspecifiedNameIdFormat } from './names.ts';

/** The contents of an unsigned assertion, ready to be written. Instants are milliseconds. */
export interface AssertionContent {
  readonly id: string;
  readonly issuer: string;
  readonly issueInstantMillis: number;
  /** The content of NameID as XML: escaped already. Null: there is no NameID. */
  readonly nameIdXml: string | null;
  readonly nameIdFormat: string;
  readonly confirmationMethod: string;
  /** Null: left out. */
  readonly recipient: string | null;
  readonly audiences: readonly string[];
  readonly notBeforeMillis: number;
  readonly notOnOrAfterMillis: number;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  readonly authnInstantMillis: number;
}

export const defaultContent = {
  nameIdFormat: unspecifiedNameIdFormat,
  confirmationMethod: bearerMethod,
} as const;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** A text escaped for XML content and attributes alike. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"\r\n\t]/g, (character) => escapes[character] ?? character);
}

/** Writes an unsigned assertion. SAML 2.0 Core §2.3.3 */
export function renderAssertion(content: AssertionContent): string {
  const { id, issuer, issueInstantMillis, notBeforeMillis, notOnOrAfterMillis, recipient } = content;
  const end = instant(notOnOrAfterMillis);
  const nameId =
    content.nameIdXml === null
      ? ''
      : `<saml:NameID Format="${escapeXml(content.nameIdFormat)}">${content.nameIdXml}</saml:NameID>`;
  const recipientAttribute = recipient === null ? '' : ` Recipient="${escapeXml(recipient)}"`;
  return (
    `<saml:Assertion xmlns:saml="${samlNamespace}" ID="${escapeXml(id)}"` +
    ` IssueInstant="${instant(issueInstantMillis)}" Version="2.0">` +
    `<saml:Issuer>${escapeXml(issuer)}</saml:Issuer>` +
    `<saml:Subject>${nameId}` +
    `<saml:SubjectConfirmation Method="${escapeXml(content.confirmationMethod)}">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${end}"${recipientAttribute}/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${instant(notBeforeMillis)}" NotOnOrAfter="${end}">` +
    `${renderAudiences(content.audiences)}</saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${instant(content.authnInstantMillis)}"><saml:AuthnContext>` +
    `<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified</saml:AuthnContextClassRef>` +
    `</saml:AuthnContext></saml:AuthnStatement>` +
    `${renderAttributes(content.attributes)}</saml:Assertion>`
  );
}

function renderAudiences(audiences: readonly string[]): string {
  if (audiences.length === 0) return '';
  const named = audiences.map((audience) => `<saml:Audience>${escapeXml(audience)}</saml:Audience>`);
  return `<saml:AudienceRestriction>${named.join('')}</saml:AudienceRestriction>`;
}

function renderAttributes(attributes: AssertionContent['attributes']): string {
  const rendered = Object.entries(attributes).map(([name, value]) => {
    const values = typeof value === 'string' ? [value] : value;
    const written = values.map((each) => `<saml:AttributeValue>${escapeXml(each)}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${escapeXml(name)}">${written.join('')}</saml:Attribute>`;
  });
  return rendered.length === 0
    ? ''
    : `<saml:AttributeStatement>${rendered.join('')}</saml:AttributeStatement>`;
}

function instant(millis: number): string {
  return new Date(millis).toISOString();
}
