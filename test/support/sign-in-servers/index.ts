export { openSignInDesk, type SignInDesk } from './desk.ts';
export { bare, handingOn, products } from './products.ts';
export { ann, client, type SignInServer, startProduct } from './server.ts';
