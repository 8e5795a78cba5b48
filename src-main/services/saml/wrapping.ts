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
    title: 'XSW 1: signed assertion inside its own Signature',
    changes: 'The forged assertion contains the Signature, which contains the signed assertion.',
    assemble: ({ forge, signature, bare }) => afterIssuer(forge(), inSignature(signature, bare)),
  },
  {
    id: 'xsw-2',
    title: 'XSW 2: signed assertion beside a detached Signature',
    changes: 'The forged assertion contains the signed assertion, followed by the Signature.',
    assemble: ({ forge, signature, bare }) => afterIssuer(forge(), bare, signature),
  },
  {
    id: 'xsw-3',
    title: 'XSW 3: forged assertion first',
    changes:
      'A Response contains the forged assertion, then the signed one. It deceives parsers that read the first.',
    assemble: (parts) => inResponse(parts, parts.forge(), parts.signed),
  },
  {
    id: 'xsw-4',
    title: 'XSW 4: signed assertion as a child',
    changes: 'The forged assertion contains the whole signed assertion, including the Signature.',
    assemble: ({ forge, signed }) => atEnd(forge(), signed),
  },
  {
    id: 'xsw-5',
    title: 'XSW 5: Signature moved to the forged assertion',
    changes:
      'A Response contains the forged assertion with the Signature, then the signed assertion without it.',
    assemble: (parts) => inResponse(parts, afterIssuer(parts.forge(), parts.signature), parts.bare),
  },
  {
    id: 'xsw-6',
    title: 'XSW 6: moved Signature contains the signed assertion',
    changes:
      'In a Response, the forged assertion contains the Signature, which contains the signed assertion.',
    assemble: (parts) =>
      inResponse(parts, afterIssuer(parts.forge(), inSignature(parts.signature, parts.bare))),
  },
  {
    id: 'xsw-7',
    title: 'XSW 7: signed assertion in Advice',
    changes:
      'The forged assertion has the ID of the signed assertion and contains it in Advice, which schemas validate loosely.',
    assemble: ({ forge, signed, id }) => atEnd(forge(id), `<saml:Advice>${signed}</saml:Advice>`),
  },
  {
    id: 'xsw-8',
    title: 'XSW 8: signed assertion in an Object',
    changes: 'The forged assertion contains the Signature, which contains the signed assertion in an Object.',
    assemble: ({ forge, signature, bare }) =>
      afterIssuer(forge(), inSignature(signature, `<ds:Object>${bare}</ds:Object>`)),
  },
];
