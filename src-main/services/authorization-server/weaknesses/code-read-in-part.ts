import type { Weakness } from '#main/platform/pipeline.ts';
import type { TokenContext } from '../token/context.ts';

/** Looks up as much of the code as its column holds, whatever follows. */
export const codeReadInPart: Weakness<TokenContext> = {
  id: 'code-read-in-part',
  pipeline: 'token.authorization_code',
  step: 'code-known',
  title: 'Only the beginning of the code is read',
  clause: 'RFC 6749 §4.1.3',
  instead: (context, original) => {
    const { form } = context;
    const fields = form.fields.map((field) =>
      field.name === 'code' ? { ...field, value: field.value.slice(0, columnCharacters) } : field,
    );
    context.form = { ...form, fields };
    return original();
  },
};

const columnCharacters = 28;
