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
        `Its root is ${root.tagName}: neither an assertion nor a message of SAML 2.0.`,
        'SAML 2.0 Core §2.3.3',
      ),
    );
  if (allElements(root).some((each) => isNamed(each, samlNamespace, 'EncryptedAssertion')))
    remarks.push(notice('An assertion in it is encrypted, and cannot be read here.', 'SAML 2.0 Core §2.3.4'));
  if (signatures.length === 0 && assertions.length > 0)
    remarks.push(error('It is not signed: anybody can have written it.', 'RFC 7522 §3 (9)'));
  if (assertions.length === maxAssertions || signatures.length === maxSignatures)
    remarks.push(
      warning(
        `Only its first ${maxSignatures} assertions and signatures are looked at.`,
        'SAML 2.0 Core §3.3.3',
      ),
    );
  if (assertions.length > 1)
    remarks.push(
      error(
        `It holds ${assertions.length} assertions: one reader takes the first, another the last or the signed one.`,
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
    remarks.push(
      error(`The Signature in ${inside} covers another element than the one in which it stands.`, clause),
    );
  if (covers === 'ambiguous')
    remarks.push(
      error(`Two elements have the ID ${reference.slice(1)}: the Signature could mean either.`, clause),
    );
  if (covers === 'nothing') remarks.push(error('A Signature refers to nothing that is there.', clause));
  if (covers === 'several') remarks.push(error('A Signature has more than one reference.', clause));
  if (covers === 'document')
    remarks.push(warning('A Signature covers the document without naming an ID.', clause));
  if (/sha1|md5/i.test(algorithm) || /sha1|md5/i.test(digest))
    remarks.push(
      error(
        'A Signature rests on SHA-1 or MD5: others can make documents that have the same digest.',
        'RFC 6194 §3',
      ),
    );
  if (/hmac/i.test(algorithm))
    remarks.push(
      error(
        'A Signature is a MAC: a certificate, which everybody knows, is no secret for it.',
        'RFC 9231 §2.2',
      ),
    );
  const strange = transforms.filter((transform) => !usualTransforms.test(transform));
  if (strange.length > 0)
    remarks.push(error(`A Signature asks for the transform ${strange.join(', ')}.`, 'SAML 2.0 Core §5.4.4'));
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
          `A comment stands in ${name}: some read “${firstTextIn(element)}”, and “${element.textContent ?? ''}” was signed.`,
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
  const which = assertions.length > 1 ? `The assertion about ${assertion.nameId ?? 'nobody'}` : 'It';
  const timeOf = (name: string) => assertion.times.find((time) => time.name === name)?.atMillis;
  const end = timeOf('Conditions NotOnOrAfter') ?? timeOf('SubjectConfirmationData NotOnOrAfter');
  const start = timeOf('Conditions NotBefore');
  if (signatures.length > 0 && assertion.coveredBy.length === 0)
    remarks.push(error(`${which} is covered by no signature.`, 'RFC 7522 §3 (9)'));
  if (end !== undefined && end <= nowMillis)
    remarks.push(warning(`${which} has expired by its own words.`, 'RFC 7522 §3 (4)'));
  if (end === undefined) remarks.push(warning(`${which} never expires.`, 'RFC 7522 §3 (4)'));
  if (start !== undefined && start > nowMillis)
    remarks.push(warning(`${which} is not valid yet by its own words.`, 'RFC 7522 §3 (6)'));
  if (assertion.nameId === null) remarks.push(warning(`${which} names no subject.`, 'RFC 7522 §3 (3)'));
  if (assertion.audiences.length === 0)
    remarks.push(warning(`${which} is meant for nobody in particular.`, 'RFC 7522 §3 (2)'));
  if (!assertion.confirmationMethods.includes(bearer))
    remarks.push(notice(`${which} is not for whoever bears it.`, 'RFC 7522 §3 (5)'));
  else if (assertion.recipients.length === 0)
    remarks.push(warning(`${which} does not say who may receive it.`, 'RFC 7522 §3 (5)'));
  return remarks;
}
