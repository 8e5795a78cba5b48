import type { Weakness } from '#main/platform/pipeline.ts';
import {
  conditionsStep,
  confirmationStep,
  cutAtComments,
  firstAssertion,
  type Moment,
  readUnsigned,
  verifyLoosely,
} from '#main/services/saml/index.ts';
import { guarded, recipientsOf } from '../grants/saml2-bearer.ts';
import { call } from '../outgoing-call.ts';
import { required, type TokenContext } from '../token/context.ts';

const centurySeconds = 100 * 365 * 86_400;

function atAnyTime({ nowMillis }: TokenContext): Moment {
  return { nowMillis, skewSeconds: centurySeconds };
}

/** Maximum length of the part of an assertion that is searched for a declaration, in characters. */
const maxPrologLength = 16_384;
const doctype = /<!DOCTYPE[^<[>]*(?:\[[^\]]*\]\s*)?>/;
const entity = /<!ENTITY\s+(\w+)\s+(?:(SYSTEM)\s+"([^"]*)"|"([^"]*)")\s*>/g;

async function fetchEntity({ runtime }: TokenContext, url: string): Promise<string> {
  try {
    const response = await call(runtime, { method: 'GET', url, headers: [], timeoutMillis: 5_000, tags: [] });
    return response.text.replaceAll(/[<&]/g, '');
  } catch {
    return '';
  }
}

/** Flaws of SAML assertions. */
export const samlWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Takes an assertion as it comes, signed or not. */
  {
    id: 'saml-signature-not-verified',
    pipeline: 'token.saml2_bearer',
    step: 'saml-signature',
    title: 'Signature of assertion not verified',
    clause: 'RFC 7522 §3 (9)',
    instead: ({ saml }) => readUnsigned(required(saml)),
  },
  /** Reads the subject up to the first comment in it, which the signature does not cover. */
  {
    id: 'saml-name-cut',
    pipeline: 'token.saml2_bearer',
    step: 'saml-subject',
    title: 'NameID truncated at a comment',
    clause: 'RFC 7522 §3 (3)',
    instead: (context, original) => {
      cutAtComments(required(context.saml));
      return original();
    },
  },
  /** Takes assertions that were made for another server. */
  {
    id: 'saml-audience-ignored',
    pipeline: 'token.saml2_bearer',
    step: 'saml-audience',
    title: 'Audience of assertion not checked',
    clause: 'RFC 7522 §3 (2)',
    instead: () => undefined,
  },
  /** Takes assertions that were meant for another recipient, or not for bearers. */
  {
    id: 'saml-recipient-ignored',
    pipeline: 'token.saml2_bearer',
    step: 'saml-confirmation',
    title: 'Subject confirmation of assertion not checked',
    clause: 'RFC 7522 §3 (5)',
    instead: ({ saml, nowMillis }) => {
      required(saml).notOnOrAfterMillis ??= nowMillis;
    },
  },
  /** Takes an assertion as often as it comes. */
  {
    id: 'saml-replayed',
    pipeline: 'token.saml2_bearer',
    step: 'saml-not-replayed',
    title: 'Assertion can be reused',
    clause: 'RFC 7522 §3 (7)',
    instead: () => undefined,
  },
  /** Verifies with the certificate in KeyInfo, without asking who issued it. */
  {
    id: 'saml-key-from-message',
    pipeline: 'token.saml2_bearer',
    step: 'saml-signature',
    title: 'Assertion verified with its own key (KeyInfo)',
    clause: 'RFC 7522 §3 (9)',
    instead: guarded((context) =>
      verifyLoosely(required(context.saml), { keys: 'message', reads: 'signed' }),
    ),
  },
  /** Takes whatever algorithm its library knows, those that are broken included. */
  {
    id: 'saml-sha1-taken',
    pipeline: 'token.saml2_bearer',
    step: 'saml-signature',
    title: 'SHA-1 signatures accepted in assertions',
    clause: 'RFC 9231 §2.3.2',
    instead: guarded((context) => verifyLoosely(required(context.saml), { keys: 'issuer', reads: 'signed' })),
  },
  /** Verifies the signature anywhere in the document, and reads the first assertion. */
  {
    id: 'saml-wrapped-taken',
    pipeline: 'token.saml2_bearer',
    step: 'saml-signature',
    title: 'XML signature wrapping possible',
    clause: 'RFC 7522 §3 (9)',
    instead: guarded((context) => verifyLoosely(required(context.saml), { keys: 'issuer', reads: 'first' })),
    alongside: { 'saml-one-assertion': guarded(({ saml }) => firstAssertion(required(saml))) },
  },
  /** Takes assertions that are over, or not valid yet. */
  {
    id: 'saml-expiry-ignored',
    pipeline: 'token.saml2_bearer',
    step: 'saml-conditions',
    title: 'Validity period of assertion not checked',
    clause: 'RFC 7522 §3 (4)',
    instead: guarded((context) => conditionsStep(required(context.saml), atAnyTime(context))),
    alongside: {
      'saml-confirmation': guarded((context) =>
        confirmationStep(required(context.saml), recipientsOf(context), atAnyTime(context)),
      ),
    },
  },
  /** Asks whether any trusted issuer signed, not whether the one that is named did. */
  {
    id: 'saml-issuer-keys-shared',
    pipeline: 'token.saml2_bearer',
    step: 'saml-signature',
    title: 'Assertion verified with the key of another issuer',
    clause: 'RFC 7522 §3 (9)',
    instead: (context, original) => {
      const run = required(context.saml);
      const certificatesPem = context.runtime
        .registrations()
        .samlIssuers()
        .flatMap((issuer) => issuer.certificatesPem);
      const own = run.issuer;
      if (own !== null) run.issuer = { ...own, certificatesPem };
      return original();
    },
  },
  /** Lets its parser read document type declarations, and fetch what they name. */
  {
    id: 'saml-doctype-taken',
    pipeline: 'token.saml2_bearer',
    step: 'saml-parse',
    title: 'DOCTYPE and external entities accepted (XXE)',
    clause: 'RFC 7522 §3',
    instead: async (context, original) => {
      const run = required(context.saml);
      const declaration = doctype.exec((run.xml ?? '').slice(0, maxPrologLength))?.[0];
      if (declaration === undefined || run.xml === null) return original();
      let xml = run.xml.replace(declaration, '');
      for (const [, name = '', system, url = '', value = ''] of declaration.matchAll(entity)) {
        const text = system === undefined ? value : await fetchEntity(context, url);
        xml = xml.replaceAll(`&${name};`, () => text);
      }
      run.xml = xml;
      await original();
    },
  },
  /** Decodes whatever its library makes of the text: line breaks and odd characters do not matter. */
  {
    id: 'saml-encoding-lenient',
    pipeline: 'token.saml2_bearer',
    step: 'saml-encoding',
    title: 'Assertion decoded leniently',
    clause: 'RFC 7522 §2.1',
    instead: (context, original) => {
      const { form } = context;
      const fields = form.fields.map((field) => {
        if (field.name !== 'assertion') return field;
        return { ...field, value: Buffer.from(field.value, 'base64').toString('base64url') };
      });
      context.form = { ...form, fields };
      return original();
    },
  },
];
