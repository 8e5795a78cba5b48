export { openSignInDesk, saidOf } from './desk.ts';
export { ownWords, period, secret, seed } from './own-words.ts';
export { bare, handingOn, products } from './products.ts';
export {
  ann,
  client,
  finish,
  type Product,
  page,
  redirect,
  type SignInServer,
  sessionCookie,
  startProduct,
} from './server.ts';
