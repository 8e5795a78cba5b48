export { describedSignIn } from './described.ts';
export { createKeptSessions, type KeptSessions } from './kept-sessions.ts';
export { createOneTimeCodes } from './one-time-codes.ts';
export { createRefusedPasswords, type RefusedPasswords } from './refused-passwords.ts';
export { createSignInImports, type SignInImports } from './sign-in-imports.ts';
export { createWatchedSignIns, type WatchedSignIns } from './watch/watched-sign-ins.ts';
