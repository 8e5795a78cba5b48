import type { Weakness } from '#main/platform/pipeline.ts';
import type { FrontContext } from '../authorize/context.ts';
import type { TokenFactory } from '../token-factory.ts';

/** Numbers its codes: whoever has one knows the next. */
export const codesSequential: Weakness<FrontContext> = {
  id: 'codes-sequential',
  pipeline: 'authorize*',
  step: 'issue*',
  title: 'Codes can be guessed',
  clause: 'RFC 6749 §10.10',
  instead: (context, original) => {
    context.codes = numbered;
    return original();
  },
};

let last = 100_000;
const numbered: TokenFactory = {
  next() {
    last += 1;
    return `code-${last}`;
  },
};
