import {
  allElements,
  childElements,
  isComment,
  isNamed,
  samlNamespace,
  samlProtocolNamespace,
} from '#main/services/saml/index.ts';
import type { SamlAssertion, SamlSignature, TokenRemark } from '#shared/api/index.ts';
import { firstTextIn, maxAssertions, ownElements } from './facts.ts';
import { maxSignatures } from './signatures.ts';

export interface RemarkSources {
  readonly root: Element;
  readonly elements: readonly Element[];
  readonly assertions: readonly SamlAssertion[];
  readonly signatures: readonly SamlSignature[];
  readonly nowMillis: number;
}

const error = (text: string, clause: string): TokenRemark => ({ severity: 'error', text, clause });
const warning = (text: string, clause: string): TokenRemark => ({ severity: 'warning', text, clause });
const notice = (text: string, clause: string): TokenRemark => ({ severity: 'notice', text, clause });

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const usualTransforms = /(?:#enveloped-signature|xml-exc-c14n#(?:WithComments)?)$/;

/** Returns remarks that a reader of an assertion should know before any key is there. SAML 2.0 Core, RFC 7522 §3 */
export function samlRemarks(sources: RemarkSources): readonly TokenRemark[] {
  return [
    ...documentRemarks(sources),
    ...sources.signatures.flatMap(signatureRemarks),
    ...sources.elements.flatMap(commentRemarks),
    ...sources.assertions.flatMap((assertion) => assertionRemarks(assertion, sources)),
  ];
}

function documentRemarks({ root, assertions, signatures }: RemarkSources): readonly TokenRemark[] {
  const remarks: TokenRemark[] = [];
  const isAssertion = isNamed(root, samlNamespace, 'Assertion');
  if (!isAssertion && root.namespaceURI !== samlProtocolNamespace)
    remarks.push(
      warning(
        `The root element ${root.tagName} is neither a SAML 2.0 assertion nor a SAML 2.0 message.`,
        'SAML 2.0 Core §2.3.3',
      ),
    );
  if (allElements(root).some((each) => isNamed(each, samlNamespace, 'EncryptedAssertion')))
    remarks.push(
      notice(
        'The document contains an encrypted assertion, which cannot be read here.',
        'SAML 2.0 Core §2.3.4',
      ),
    );
  if (signatures.length === 0 && assertions.length > 0)
    remarks.push(error('The token is not signed. Anyone can create such a token.', 'RFC 7522 §3 (9)'));
  if (assertions.length === maxAssertions || signatures.length === maxSignatures)
    remarks.push(
      warning(
        `Only the first ${maxSignatures} assertions and signatures are checked.`,
        'SAML 2.0 Core §3.3.3',
      ),
    );
  if (assertions.length > 1)
    remarks.push(
      error(
        `The document contains ${assertions.length} assertions. Parsers may use the first, the last or the signed one.`,
        'RFC 7522 §2.1',
      ),
    );
  return remarks;
}

function signatureRemarks(signature: SamlSignature): readonly TokenRemark[] {
  const { algorithm, digest, covers, inside, reference, transforms } = signature;
  const remarks: TokenRemark[] = [];
  const clause = 'SAML 2.0 Core §5.4.2';
  if (covers === 'elsewhere')
    remarks.push(error(`The Signature in ${inside} does not cover its parent element.`, clause));
  if (covers === 'ambiguous')
    remarks.push(
      error(`Two elements have the ID ${reference.slice(1)}. The Signature is ambiguous.`, clause),
    );
  if (covers === 'nothing') remarks.push(error('A Signature refers to a missing element.', clause));
  if (covers === 'several') remarks.push(error('A Signature has more than one reference.', clause));
  if (covers === 'document') remarks.push(warning('A Signature covers the document without an ID.', clause));
  if (/sha1|md5/i.test(algorithm) || /sha1|md5/i.test(digest))
    remarks.push(
      error(
        'A Signature uses SHA-1 or MD5. An attacker can create documents with the same digest.',
        'RFC 6194 §3',
      ),
    );
  if (/hmac/i.test(algorithm))
    remarks.push(
      error('A Signature is a MAC. A public certificate cannot serve as its secret.', 'RFC 9231 §2.2'),
    );
  const strange = transforms.filter((transform) => !usualTransforms.test(transform));
  if (strange.length > 0)
    remarks.push(error(`A Signature uses the transform ${strange.join(', ')}.`, 'SAML 2.0 Core §5.4.4'));
  return remarks;
}

/** A comment is in no canonical form: it can be put in after signing, and cuts a value for some readers. */
function commentRemarks(assertion: Element): readonly TokenRemark[] {
  return ['NameID', 'Issuer', 'Audience', 'AttributeValue'].flatMap((name) =>
    ownElements(assertion, name)
      .filter(
        (element) => Array.from(element.childNodes).some(isComment) && childElements(element).length === 0,
      )
      .map((element) =>
        error(
          `${name} contains a comment. Some parsers read “${firstTextIn(element)}”, but “${element.textContent ?? ''}” was signed.`,
          'XML Signature §8.1.3',
        ),
      ),
  );
}

function assertionRemarks(
  assertion: SamlAssertion,
  { signatures, assertions, nowMillis }: RemarkSources,
): readonly TokenRemark[] {
  const remarks: TokenRemark[] = [];
  const which =
    assertions.length > 1 ? `The assertion for ${assertion.nameId ?? 'no subject'}` : 'The assertion';
  const timeOf = (name: string) => assertion.times.find((time) => time.name === name)?.atMillis;
  const end = timeOf('Conditions NotOnOrAfter') ?? timeOf('SubjectConfirmationData NotOnOrAfter');
  const start = timeOf('Conditions NotBefore');
  if (signatures.length > 0 && assertion.coveredBy.length === 0)
    remarks.push(error(`${which} is not covered by a signature.`, 'RFC 7522 §3 (9)'));
  if (end !== undefined && end <= nowMillis)
    remarks.push(warning(`${which} has expired according to its own times.`, 'RFC 7522 §3 (4)'));
  if (end === undefined) remarks.push(warning(`${which} never expires.`, 'RFC 7522 §3 (4)'));
  if (start !== undefined && start > nowMillis)
    remarks.push(warning(`${which} is not valid yet according to its own times.`, 'RFC 7522 §3 (6)'));
  if (assertion.nameId === null) remarks.push(warning(`${which} has no subject.`, 'RFC 7522 §3 (3)'));
  if (assertion.audiences.length === 0) remarks.push(warning(`${which} has no audience.`, 'RFC 7522 §3 (2)'));
  if (!assertion.confirmationMethods.includes(bearer))
    remarks.push(notice(`${which} is not a bearer assertion.`, 'RFC 7522 §3 (5)'));
  else if (assertion.recipients.length === 0)
    remarks.push(warning(`${which} has no recipient.`, 'RFC 7522 §3 (5)'));
  return remarks;
}
