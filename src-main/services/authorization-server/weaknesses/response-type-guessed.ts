import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue, parseResponseType } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';

/** Makes something of a response type that is missing, misspelt or half unknown. */
export const responseTypeGuessed: Weakness<AuthorizeContext> = {
  id: 'response-type-guessed',
  pipeline: 'authorize',
  step: 'response-type-known',
  title: 'response_type guessed',
  clause: 'RFC 6749 §3.1.1',
  instead: (context, original) => {
    const given = (formValue(context.form, 'response_type') ?? 'code').toLowerCase().split(' ');
    const type = parseResponseType(given.filter((word) => words.has(word)).join(' ') || 'code');
    if (type === undefined) return original();
    context.responseType = type;
    return undefined;
  },
};

const words: ReadonlySet<string> = new Set(['code', 'token', 'id_token']);
