import { generateKeyPairSync } from 'node:crypto';
import { holderOfKeyMethod, samlNamespace } from './names.ts';
import type { AssertionContent } from './render-assertion.ts';
import type { SamlStep } from './saml-error.ts';
import type { SigningMaterial } from './sign-assertion.ts';
import { inResponse, type ShapeParts, type WrappingShape, wrappingShapes } from './wrapping.ts';

/** One way to make an assertion: its changes to the content, the signature, or the signed document. */
interface ShapeEntry {
  readonly title: string;
  /** One sentence: the difference from a correct assertion. */
  readonly changes: string;
  /** The step that has to refuse it; null: it is to be taken. */
  readonly refusedBy: SamlStep | null;
  readonly content?: (content: AssertionContent) => AssertionContent;
  readonly material?: (material: SigningMaterial) => SigningMaterial;
  readonly assemble?: (parts: ShapeParts) => string;
}

const hourMillis = 3_600_000;
const xsltTransform = 'http://www.w3.org/TR/1999/REC-xslt-19991116';

function shifted(content: AssertionContent, byMillis: number): AssertionContent {
  return {
    ...content,
    issueInstantMillis: content.issueInstantMillis + byMillis,
    authnInstantMillis: content.authnInstantMillis + byMillis,
    notBeforeMillis: content.notBeforeMillis + byMillis,
    notOnOrAfterMillis: content.notOnOrAfterMillis + byMillis,
  };
}

function withEntities({ signed, nameIdXml }: ShapeParts, entities: string, reference: string): string {
  const doctype = `<!DOCTYPE saml:Assertion [${entities}]>`;
  return doctype + signed.replace(`>${nameIdXml}</saml:NameID>`, () => `>${reference}</saml:NameID>`);
}

const bombEntities = Array.from({ length: 10 }, (_, level) => {
  const value = level === 0 ? 'ha' : `&e${level - 1};`.repeat(10);
  return `<!ENTITY e${level} "${value}">`;
}).join('');

/** Somebody else's key of the same kind, offered in KeyInfo as if that proved anything. */
function strangersKey(material: SigningMaterial): SigningMaterial {
  const { privateKey } =
    material.algorithm === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { ...material, key, certificate: null };
}

const otherShapes = {
  correct: { title: 'Correct', changes: 'A correct assertion.', refusedBy: null },
  unsigned: {
    title: 'Unsigned',
    changes: 'The Signature is omitted.',
    refusedBy: 'signature',
    assemble: ({ bare }) => bare,
  },
  'response-wrapper': {
    title: 'Wrapped in a Response',
    changes: 'An unsigned Response contains the signed assertion, as in the browser profile.',
    refusedBy: 'shape',
    assemble: (parts) => inResponse(parts, parts.signed),
  },
  'two-assertions': {
    title: 'Two assertions',
    changes:
      'A Response contains the signed assertion, then a forged one. It deceives parsers that read the last or both.',
    refusedBy: 'shape',
    assemble: (parts) => inResponse(parts, parts.signed, parts.forge()),
  },
  encrypted: {
    title: 'Encrypted',
    changes: 'An EncryptedAssertion replaces the assertion.',
    refusedBy: 'shape',
    assemble: ({ signed }) =>
      `<saml:EncryptedAssertion xmlns:saml="${samlNamespace}">${Buffer.from(signed).toString('base64')}` +
      '</saml:EncryptedAssertion>',
  },
  'changed-after-signing': {
    title: 'Changed after signing',
    changes: 'The subject of the signed assertion was changed. The Signature is unchanged.',
    refusedBy: 'signature',
    assemble: ({ forge, id, signature }) =>
      forge(id).replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`),
  },
  'comment-in-name-id': {
    title: 'Comment in the NameID',
    changes: 'The issuer signed a longer name. An unsigned comment cuts it after the subject.',
    refusedBy: 'subject',
    content: (content) => ({ ...content, nameIdXml: `${content.nameIdXml ?? ''}.mallory` }),
    assemble: ({ signed }) => signed.replace('.mallory</saml:NameID>', '<!-- -->.mallory</saml:NameID>'),
  },
  doctype: {
    title: 'DOCTYPE',
    changes: 'An empty DOCTYPE precedes the assertion.',
    refusedBy: 'parse',
    assemble: ({ signed }) => `<!DOCTYPE saml:Assertion>${signed}`,
  },
  'entity-bomb': {
    title: 'Entity bomb',
    changes: 'The NameID is an entity that expands to ten thousand million times “ha”.',
    refusedBy: 'parse',
    assemble: (parts) => withEntities(parts, bombEntities, '&e9;'),
  },
  'external-entity': {
    title: 'External entity',
    changes: 'The NameID is an external entity that the parser would fetch.',
    refusedBy: 'parse',
    assemble: (parts) => withEntities(parts, '<!ENTITY e SYSTEM "http://127.0.0.1:1/canary">', '&e;'),
  },
  'processing-instruction': {
    title: 'Processing instruction',
    changes: 'A processing instruction precedes the assertion.',
    refusedBy: 'parse',
    assemble: ({ signed }) => `<?php echo 1?>${signed}`,
  },
  'duplicate-id': {
    title: 'The same ID twice',
    changes: 'Another element has the ID of the assertion, so the Signature is ambiguous.',
    refusedBy: 'parse',
    assemble: ({ signed, id }) => signed.replace('<saml:Subject>', () => `<saml:Subject Id="${id}">`),
  },
  expired: {
    title: 'Expired',
    changes: 'All times are one hour earlier.',
    refusedBy: 'conditions',
    content: (content) => shifted(content, -hourMillis),
  },
  'not-yet-valid': {
    title: 'Not valid yet',
    changes: 'All times are one hour later.',
    refusedBy: 'conditions',
    content: (content) => shifted(content, hourMillis),
  },
  'wrong-audience': {
    title: 'Wrong audience',
    changes: 'The audience is another service.',
    refusedBy: 'audience',
    content: (content) => ({ ...content, audiences: ['https://elsewhere.example'] }),
  },
  'no-audience': {
    title: 'No audience',
    changes: 'There is no AudienceRestriction.',
    refusedBy: 'audience',
    content: (content) => ({ ...content, audiences: [] }),
  },
  'wrong-recipient': {
    title: 'Wrong recipient',
    changes: 'The recipient is the token endpoint of another server.',
    refusedBy: 'confirmation',
    content: (content) => ({ ...content, recipient: 'https://elsewhere.example/as/token.oauth2' }),
  },
  'no-recipient': {
    title: 'No recipient',
    changes: 'The subject confirmation has no Recipient.',
    refusedBy: 'confirmation',
    content: (content) => ({ ...content, recipient: null }),
  },
  'holder-of-key': {
    title: 'Holder of key',
    changes: 'The subject confirmation is holder-of-key instead of bearer.',
    refusedBy: 'confirmation',
    content: (content) => ({ ...content, confirmationMethod: holderOfKeyMethod }),
  },
  'no-name-id': {
    title: 'No NameID',
    changes: 'The Subject has no NameID.',
    refusedBy: 'subject',
    content: (content) => ({ ...content, nameIdXml: null }),
  },
  'unknown-issuer': {
    title: 'Unknown issuer',
    changes: 'The Issuer is not trusted.',
    refusedBy: 'issuer',
    content: (content) => ({ ...content, issuer: 'https://unknown.example' }),
  },
  'wrong-key': {
    title: 'Wrong key',
    changes: 'An unknown key signs the assertion, and KeyInfo contains that key.',
    refusedBy: 'signature',
    material: strangersKey,
  },
  'hmac-with-certificate': {
    title: 'HMAC with the certificate',
    changes: 'The HMAC secret is the public certificate.',
    refusedBy: 'signature',
    material: (material) => ({ ...material, algorithm: 'HMAC-SHA256', key: material.certificate ?? '' }),
  },
  'sha1-digest': {
    title: 'SHA-1 digest',
    changes: 'The signature is valid, but the digest uses SHA-1.',
    refusedBy: 'signature',
    material: (material) => ({ ...material, digestUri: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
  },
  'alien-transform': {
    title: 'Unexpected transform',
    changes: 'The Signature uses an XSLT transform.',
    refusedBy: 'signature',
    material: (material) => ({ ...material, alienTransform: xsltTransform }),
  },
} as const satisfies Record<string, ShapeEntry>;

export type AssertionShape = keyof typeof otherShapes | WrappingShape['id'];

/** Every shape by its id: correct, and broken in one way each. */
export const assertionShapes: ReadonlyMap<AssertionShape, ShapeEntry> = new Map<AssertionShape, ShapeEntry>([
  ...(Object.entries(otherShapes) as [keyof typeof otherShapes, ShapeEntry][]),
  ...wrappingShapes.map(
    ({ id, ...shape }) => [id, { ...shape, refusedBy: id === 'xsw-7' ? 'parse' : 'shape' }] as const,
  ),
]);

/** The shapes as a screen needs them to offer them. */
export const shapeCatalogue = [...assertionShapes].map(([id, { title, changes, refusedBy }]) => ({
  id,
  title,
  changes,
  refusedBy,
}));
