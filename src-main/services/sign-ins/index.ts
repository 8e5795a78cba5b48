export { createOneTimeCodes } from './one-time-codes.ts';
export { describeSource, findSource } from './page/in-page.ts';
export { learntActs } from './play/learnt-acts.ts';
export { type PlayResult, playActs } from './play/play-acts.ts';
export type {
  ClickKind,
  ElementQuery,
  FoundElement,
  PageDescription,
  SignInPage,
} from './play/sign-in-page.ts';
export { createSignInImports, type SignInImports } from './sign-in-imports.ts';
