export { describedSignIn } from './described.ts';
export { createKeptSessions, type KeptSessions, sessionKind } from './kept-sessions.ts';
export { codeKind, createOneTimeCodes } from './one-time-codes.ts';
export { createRefusedPasswords, type RefusedPasswords, refusedKind } from './refused-passwords.ts';
export { createSignInImports, type SignInImports } from './sign-in-imports.ts';
