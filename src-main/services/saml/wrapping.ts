import { samlProtocolNamespace } from './names.ts';

/** The parts of a signed assertion, and a forged one, from which a shape is put together. */
export interface ShapeParts {
  /** As the issuer signed it. */
  readonly signed: string;
  /** The same without its Signature. */
  readonly bare: string;
  readonly signature: string;
  /** NameID's content as XML. */
  readonly nameIdXml: string;
  /** An unsigned assertion about somebody else, with an ID of its own unless it is given the signed one's. */
  readonly forge: (id?: string) => string;
  readonly id: string;
  /** Another, unused ID. */
  readonly spareId: string;
}

/** Puts elements behind the Issuer of an assertion: where its Signature belongs. */
export function afterIssuer(assertion: string, ...elements: readonly string[]): string {
  return assertion.replace('</saml:Issuer>', () => `</saml:Issuer>${elements.join('')}`);
}

/** Puts elements at the end of an assertion. */
export function atEnd(assertion: string, ...elements: readonly string[]): string {
  return assertion.replace(/<\/saml:Assertion>$/, () => `${elements.join('')}</saml:Assertion>`);
}

/** Puts assertions into a successful Response, as browsers carry them. SAML 2.0 Core §3.3.3 */
export function inResponse({ spareId }: ShapeParts, ...children: readonly string[]): string {
  return (
    `<samlp:Response xmlns:samlp="${samlProtocolNamespace}" ID="${spareId}" Version="2.0"><samlp:Status>` +
    '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>' +
    `${children.join('')}</samlp:Response>`
  );
}

function inSignature(signature: string, ...elements: readonly string[]): string {
  return signature.replace(/<\/ds:Signature>$/, () => `${elements.join('')}</ds:Signature>`);
}

export interface WrappingShape {
  readonly id: `xsw-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`;
  readonly title: string;
  readonly changes: string;
  readonly assemble: (parts: ShapeParts) => string;
}

/**
 * The eight ways to move what was signed out of sight. Somorovsky et al., “On Breaking SAML: Be Whoever You Want to
 * Be”: where they wrap a Response, a forged assertion wraps here; where two assertions stand side by side, a Response
 * has to hold them.
 */
export const wrappingShapes: readonly WrappingShape[] = [
  {
    id: 'xsw-1',
    title: 'XSW 1: the signed one inside its own Signature',
    changes: 'The forged assertion carries the Signature, and the signed assertion lies in that Signature.',
    assemble: ({ forge, signature, bare }) => afterIssuer(forge(), inSignature(signature, bare)),
  },
  {
    id: 'xsw-2',
    title: 'XSW 2: the signed one beside a detached Signature',
    changes: 'The forged assertion holds the signed one and, behind it, the Signature.',
    assemble: ({ forge, signature, bare }) => afterIssuer(forge(), bare, signature),
  },
  {
    id: 'xsw-3',
    title: 'XSW 3: the forged one goes first',
    changes: 'A Response holds the forged assertion, then the signed one: who reads the first is fooled.',
    assemble: (parts) => inResponse(parts, parts.forge(), parts.signed),
  },
  {
    id: 'xsw-4',
    title: 'XSW 4: the signed one as a child',
    changes: 'The forged assertion holds the whole signed assertion, Signature and all.',
    assemble: ({ forge, signed }) => atEnd(forge(), signed),
  },
  {
    id: 'xsw-5',
    title: 'XSW 5: the Signature moves over',
    changes: 'A Response holds the forged assertion with the Signature, then the signed one without it.',
    assemble: (parts) => inResponse(parts, afterIssuer(parts.forge(), parts.signature), parts.bare),
  },
  {
    id: 'xsw-6',
    title: 'XSW 6: the Signature moves over and swallows the signed one',
    changes: 'In a Response the forged assertion carries the Signature, in which the signed assertion lies.',
    assemble: (parts) =>
      inResponse(parts, afterIssuer(parts.forge(), inSignature(parts.signature, parts.bare))),
  },
  {
    id: 'xsw-7',
    title: 'XSW 7: the signed one where anything may stand',
    changes:
      'The forged assertion has the ID of the signed one, which lies in its Advice, where schemas are lax.',
    assemble: ({ forge, signed, id }) => atEnd(forge(id), `<saml:Advice>${signed}</saml:Advice>`),
  },
  {
    id: 'xsw-8',
    title: 'XSW 8: the signed one in an Object',
    changes: 'The forged assertion carries the Signature, and the signed assertion lies in an Object of it.',
    assemble: ({ forge, signature, bare }) =>
      afterIssuer(forge(), inSignature(signature, `<ds:Object>${bare}</ds:Object>`)),
  },
];
