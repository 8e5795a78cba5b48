import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Decodes whatever its library makes of the text: line breaks and odd characters do not matter. */
export const samlEncodingLenient: Weakness<TokenContext> = {
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
};
