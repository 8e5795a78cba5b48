export { openSignInDesk, type SignInDesk, saidOf } from './desk.ts';
export { bare, handingOn, products } from './products.ts';
export {
  ann,
  client,
  finish,
  type Product,
  page,
  type SignInServer,
  sessionCookie,
  startProduct,
} from './server.ts';
