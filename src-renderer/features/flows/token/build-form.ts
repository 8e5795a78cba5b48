import type { SamlBuild } from '#shared/api/index.ts';

/** The form for building an assertion, with values as typed. */
export interface BuildForm {
  readonly shape: string;
  readonly issuer: string;
  readonly subject: string;
  readonly forgedSubject: string;
  readonly nameIdFormat: string;
  readonly audiences: string;
  readonly recipient: string;
  readonly confirmationMethod: string;
  readonly notBefore: string;
  readonly notOnOrAfter: string;
  readonly id: string;
  readonly attributes: string;
  readonly algorithm: SamlBuild['algorithm'];
  readonly signer: 'session' | 'pasted';
  readonly key: string;
  readonly certificate: string;
}

export const samlAlgorithms = ['RS256', 'RS384', 'RS512', 'ES256', 'RSA-SHA1'] as const;

/** The form as it begins: an assertion that the hosted server at `issuer` would take from whom it trusts. */
export function firstBuildForm(server: string, trusted: readonly string[]): BuildForm {
  return {
    shape: 'correct',
    issuer: trusted[0] ?? 'https://idp.example',
    subject: 'ann',
    forgedSubject: 'mallory',
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    audiences: server,
    recipient: server === '' ? '' : `${server}/as/token.oauth2`,
    confirmationMethod: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
    notBefore: '-60',
    notOnOrAfter: '300',
    id: '',
    attributes: '',
    algorithm: 'RS256',
    signer: 'session',
    key: '',
    certificate: '',
  };
}

/** A whole number of seconds; null where the text is none. */
export function secondsOf(text: string): number | null {
  const number = Number(text);
  return /^[-+]?\d{1,8}$/.test(text.trim()) && Math.abs(number) <= 31_536_000 ? number : null;
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The attributes of a text with a line for each value. */
export function attributesOf(text: string): SamlBuild['attributes'] {
  const found = new Map<string, string[]>();
  for (const line of linesOf(text)) {
    const at = line.indexOf('=');
    const name = (at === -1 ? line : line.slice(0, at)).trim();
    if (name === '') continue;
    found.set(name, [...(found.get(name) ?? []), at === -1 ? '' : line.slice(at + 1).trim()]);
  }
  return [...found].map(([name, values]) => ({ name, values }));
}

/** Returns the input for the engine; null while the form is not complete. */
export function buildOf(form: BuildForm): SamlBuild | null {
  const { signer, key, certificate, notBefore, notOnOrAfter, ...asTyped } = form;
  const notBeforeSeconds = secondsOf(notBefore);
  const notOnOrAfterSeconds = secondsOf(notOnOrAfter);
  const hasKey = signer === 'session' || (key.trim() !== '' && certificate.trim() !== '');
  if (asTyped.issuer === '' || notBeforeSeconds === null || notOnOrAfterSeconds === null || !hasKey)
    return null;
  return {
    ...asTyped,
    audiences: linesOf(asTyped.audiences),
    attributes: attributesOf(asTyped.attributes),
    notBeforeSeconds,
    notOnOrAfterSeconds,
    signer: signer === 'session' ? null : { key, certificate },
  };
}
