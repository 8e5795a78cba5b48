import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeAssertion, SamlError } from '#main/services/saml/index.ts';
import { parseDocument } from '#main/services/saml/parse.ts';
import { property } from '#test/support/property.ts';
import { createIssuer, type Issuer } from './parties.ts';

const rsa = await createIssuer();
const elliptic = await createIssuer('ES256');

/** Reads a text; null if it is refused. Anything else than a refusal would be a crash. */
function readOrNull(issuer: Issuer, bytes: Uint8Array): string | null {
  try {
    return JSON.stringify(issuer.read(decodeAssertion(Buffer.from(bytes).toString('base64url')).xml));
  } catch (error) {
    if (error instanceof SamlError) return null;
    throw error;
  }
}

test.each([
  ['RS256', rsa],
  ['ES256', elliptic],
] as const)('no single changed byte lets other content pass (%s)', (_, issuer) => {
  const original = Buffer.from(issuer.build({ subject: 'änn' }));
  const content = readOrNull(issuer, original);
  expect(content).not.toBeNull();
  let refused = 0;
  fc.assert(
    fc.property(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), (at, difference) => {
      const changed = Uint8Array.from(original);
      changed[at] = (original[at] ?? 0) ^ difference;
      const read = readOrNull(issuer, changed);
      if (read === null) refused += 1;
      else expect(read).toBe(content);
    }),
    { numRuns: 700 },
  );
  // Only KeyInfo, which is ignored, and ways of writing the same leave room for a change.
  expect(refused).toBeGreaterThan(350);
});

test('no removed or doubled stretch lets other content pass', () => {
  const original = rsa.build();
  const content = readOrNull(rsa, Buffer.from(original));
  fc.assert(
    fc.property(fc.nat(original.length), fc.nat(original.length), fc.boolean(), (one, other, isDoubled) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      const changed = isDoubled
        ? original.slice(0, end) + original.slice(start)
        : original.slice(0, start) + original.slice(end);
      const read = readOrNull(rsa, Buffer.from(changed));
      if (read !== null) expect(read).toBe(content);
    }),
    { numRuns: 400 },
  );
});

// XML has no room for other control characters, and U+2028 is refused on purpose.
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter((each) => each.trim() === each && !/[\p{Cc}\p{Cs}\u2028\uFFFE\uFFFF]/u.test(each));

property([text, text], { numRuns: 60 })(
  'any subject and any attribute come back as they were',
  (subject, value) => {
    const read = rsa.read(rsa.build({ subject, attributes: { value } }));
    expect([read.subject.nameId, read.attributes['value']]).toEqual([subject, value]);
  },
);

const piece = fc.constantFrom(
  '<',
  '>',
  '/',
  'a',
  ' ',
  '="',
  '"',
  '&',
  ';',
  '#x41',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '<a>',
  '</a>',
  '<?',
  '?>',
  'xmlns:a',
  ':',
  '\u0000',
  'é',
);

property([fc.array(piece, { maxLength: 30 })], { numRuns: 2_000 })(
  'whatever text comes, the parser refuses it or reads it, and never breaks',
  (pieces) => {
    try {
      parseDocument(pieces.join(''));
    } catch (error) {
      expect(error).toBeInstanceOf(SamlError);
    }
  },
);
