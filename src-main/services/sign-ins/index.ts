export { createSignInImports, type SignInImports } from './sign-in-imports.ts';
