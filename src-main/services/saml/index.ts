export {
  hashClasses,
  type SamlAlgorithm,
  samlAlgorithms,
  samlDigests,
  signatureClass,
} from './algorithms.ts';
export { type AssertionOptions, buildAssertion, encodeAssertion } from './build-assertion.ts';
export { audienceStep, conditionsStep, type Moment } from './conditions.ts';
export { confirmationStep } from './confirmation.ts';
export { decodeAssertion, maxAssertionBytes } from './decode.ts';
export {
  allElements,
  attributeOf,
  childElements,
  childrenNamed,
  isComment,
  isElement,
  isNamed,
  isText,
} from './dom.ts';
export { cutAtComments, firstAssertion, readUnsigned, verifyLoosely } from './flawed.ts';
export { parseInstant } from './instant.ts';
export { generateIssuerKeys } from './issuer-keys.ts';
export { envelopedTransform, samlNamespace, samlProtocolNamespace, signatureNamespace } from './names.ts';
export { parseWellFormed } from './parse.ts';
export { readAssertion, type VerifiedAssertion, verifiedAssertion } from './read-assertion.ts';
export { replayKeyOf } from './replay-key.ts';
export { createSamlRun, known, type SamlRun, type TrustedIssuer } from './run.ts';
export { genericRefusal, SamlError, type SamlStep } from './saml-error.ts';
export { issuerStep, parseStep, shapeStep } from './shape.ts';
export { type AssertionShape, assertionShapes, shapeCatalogue } from './shapes.ts';
export { signatureStep } from './signature.ts';
export { subjectStep } from './subject.ts';
export { loadXmlLibraries, xmlLibraries } from './xml-libraries.ts';
