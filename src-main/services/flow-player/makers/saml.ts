import {
  type AssertionShape,
  assertionShapes,
  buildAssertion,
  encodeAssertion,
  generateIssuerKeys,
  loadXmlLibraries,
} from '#main/services/saml/index.ts';
import { PlayFailure } from '../play-failure.ts';
import { type Maker, type MakerContext, textOption } from './maker.ts';

type Options = Readonly<Record<string, unknown>>;

/**
 * A signed assertion, correct or broken on purpose: `subject`, `recipient`, `audience`, `issuer`, `shape`, `attributes`,
 * `validitySeconds`, `encoding` (base64url, base64), `key` (`unknown`: one that nobody trusts), `replace`. RFC 7522 §3
 */
export const makeSaml: Maker = async (options, context) => {
  await loadXmlLibraries();
  const shape = textOption(options, 'shape', 'correct');
  if (!isShape(shape)) throw new PlayFailure(`The assertion shape ${shape} does not exist.`);
  const own = context.target.trustedIssuer ?? (await context.issuer());
  const signer = options['key'] === 'unknown' ? await unknownIssuer(context) : own;
  const xml = buildAssertion(
    {
      issuer: await context.fill(textOption(options, 'issuer', own.name)),
      subject: await context.fill(textOption(options, 'subject', '{{username}}')),
      audience: await audienceOf(options, context),
      recipient: await context.fill(textOption(options, 'recipient', '{{token_endpoint}}')),
      key: signer.keyPem,
      certificate: signer.certificatePem,
      shape,
      ...(typeof options['forgedSubject'] === 'string'
        ? { forgedSubject: await context.fill(options['forgedSubject']) }
        : {}),
      ...(typeof options['id'] === 'string' ? { id: await context.fill(options['id']) } : {}),
      ...(typeof options['validitySeconds'] === 'number'
        ? { validitySeconds: options['validitySeconds'] }
        : {}),
    },
    context,
  );
  const changed = await replaced(xml, options['replace'], context);
  return encodeAssertion(changed, options['encoding'] === 'base64' ? 'base64' : 'base64url');
};

/** Texts of the XML in place of others: `replace` is a list of pairs, the second of each a template. */
async function replaced(xml: string, pairs: unknown, { fill }: MakerContext): Promise<string> {
  let text = xml;
  for (const pair of Array.isArray(pairs) ? (pairs as readonly unknown[]) : [])
    if (Array.isArray(pair)) {
      const [find, value] = [String(pair[0]), await fill(String(pair[1]))];
      text = text.replaceAll(find, () => value);
    }
  return text;
}

function isShape(shape: string): shape is AssertionShape {
  return assertionShapes.has(shape as AssertionShape);
}

async function audienceOf(options: Options, { fill, target }: MakerContext): Promise<string | string[]> {
  const { audience } = options;
  if (Array.isArray(audience)) return Promise.all(audience.map((one) => fill(String(one))));
  const own = target.trustedIssuer?.audience;
  const template = textOption(options, 'audience', '{{issuer}}');
  return own != null && template === '{{issuer}}' ? own : fill(template);
}

/** A key that nobody trusts, under the name of an issuer that is trusted. */
async function unknownIssuer({ clock, random }: MakerContext) {
  const made = await generateIssuerKeys('unknown', { clock, random });
  return { keyPem: made.key, certificatePem: made.cert };
}
