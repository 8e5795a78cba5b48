import type { Clock, Random } from '#shared/time/clock.ts';
import type { AssertionEncoding } from './decode.ts';
import { type AssertionContent, defaultContent, escapeXml, renderAssertion } from './render-assertion.ts';
import { type AssertionShape, assertionShapes } from './shapes.ts';
import { type SigningAlgorithmName, type SigningMaterial, signAssertion } from './sign-assertion.ts';

/** The contents of an assertion, its signer, and its faults. */
export interface AssertionOptions {
  readonly issuer: string;
  readonly subject: string;
  /** Default: unspecified. */
  readonly nameIdFormat?: string;
  readonly audience: string | readonly string[];
  /** Null: left out. */
  readonly recipient: string | null;
  /** From a minute ago until then. Default: 300. */
  readonly validitySeconds?: number;
  /** In place of a minute ago, seconds from now. */
  readonly notBeforeSeconds?: number;
  /** Default: bearer. */
  readonly confirmationMethod?: string;
  readonly attributes?: Readonly<Record<string, string | readonly string[]>>;
  /** When the subject signed in, in milliseconds. Default: now. */
  readonly authnInstantMillis?: number;
  /** Default: a random one. */
  readonly id?: string;
  /** PEM. */
  readonly key: string;
  /** PEM; it goes into KeyInfo. */
  readonly certificate: string;
  /** Default: RS256. RSA-SHA1 is there to be refused. */
  readonly algorithm?: Exclude<SigningAlgorithmName, 'HMAC-SHA256'>;
  /** Default: correct. */
  readonly shape?: AssertionShape;
  /** Whom the forged part of a shape speaks of. Default: mallory. */
  readonly forgedSubject?: string;
}

export interface AssertionSources {
  readonly clock: Clock;
  readonly random: Random;
}

const defaultValiditySeconds = 300;
const backdateSeconds = 60;

/** Makes a signed assertion, correct or broken on purpose, as XML. RFC 7522 §3 */
export function buildAssertion(options: AssertionOptions, { clock, random }: AssertionSources): string {
  const shape = assertionShapes.get(options.shape ?? 'correct');
  const nextId = (): string => `_${Buffer.from(random.bytes(16)).toString('hex')}`;
  const plain = contentOf(options, options.id ?? nextId(), clock.nowMillis());
  const content = shape?.content?.(plain) ?? plain;
  const material: SigningMaterial = {
    algorithm: options.algorithm ?? 'RS256',
    key: options.key,
    certificate: options.certificate,
  };
  const bare = renderAssertion(content);
  const { xml, signatureXml } = signAssertion(bare, shape?.material?.(material) ?? material);
  if (shape?.assemble === undefined) return xml;
  const forgedName = escapeXml(options.forgedSubject ?? 'mallory');
  return shape.assemble({
    signed: xml,
    bare,
    signature: signatureXml,
    nameIdXml: content.nameIdXml ?? '',
    forge: (id = nextId()) => renderAssertion({ ...content, id, nameIdXml: forgedName }),
    id: content.id,
    spareId: nextId(),
  });
}

/** Encodes an assertion for the `assertion` parameter. RFC 7522 §2.1 asks for Base64-URL. */
export function encodeAssertion(xml: string, encoding: AssertionEncoding = 'base64url'): string {
  return Buffer.from(xml, 'utf8').toString(encoding);
}

function contentOf(options: AssertionOptions, id: string, nowMillis: number): AssertionContent {
  const { audience, validitySeconds = defaultValiditySeconds } = options;
  return {
    ...defaultContent,
    ...(options.nameIdFormat === undefined ? {} : { nameIdFormat: options.nameIdFormat }),
    ...(options.confirmationMethod === undefined ? {} : { confirmationMethod: options.confirmationMethod }),
    id,
    issuer: options.issuer,
    issueInstantMillis: nowMillis,
    nameIdXml: escapeXml(options.subject),
    recipient: options.recipient,
    audiences: typeof audience === 'string' ? [audience] : audience,
    notBeforeMillis: nowMillis + (options.notBeforeSeconds ?? -backdateSeconds) * 1_000,
    notOnOrAfterMillis: nowMillis + validitySeconds * 1_000,
    attributes: options.attributes ?? {},
    authnInstantMillis: options.authnInstantMillis ?? nowMillis,
  };
}
