export { describedSignIn } from './described.ts';
export { createOneTimeCodes } from './one-time-codes.ts';
export { createSignInImports, type SignInImports } from './sign-in-imports.ts';
