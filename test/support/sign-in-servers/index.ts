export { openSignInDesk, type SignInDesk } from './desk.ts';
export { handingOn, products } from './products.ts';
export { ann, type SignInServer, startProduct } from './server.ts';
