import { TOTP } from 'otpauth';
import { finish, type Product, page, redirect } from './server.ts';

/** As an authenticator app was given it. */
export const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const period = 5;
/** The same as the file of the server has it. */
export const seed = `otpauth://totp/Intranet:ann?secret=${secret}&period=${period}`;

/** A server in words of its own, whose fields say nothing to a machine; a code of RFC 6238 follows the password. */
export const ownWords: Product = {
  answer(asked, server) {
    const field = (name: string) => asked.fields.get(name) ?? '';
    const first = (alert = '') =>
      page(
        'Intranet',
        `${alert}<form method="post" action="/one"><p>Kennung A <span><input name="f1" id="x71"></span></p>
         <p>Merkwort <span><input name="f2" id="x72" style="-webkit-text-security: disc"></span></p>
         <div role="button" tabindex="0" id="x73" onclick="this.closest('form').submit()">Los</div></form>`,
      );
    const second = page(
      'Intranet',
      `<form method="post" action="/two"><p>Sechs Ziffern <span><input name="f3" id="x74"></span></p>
       <div role="button" tabindex="0" id="x75" onclick="this.closest('form').submit()">Los</div></form>`,
    );
    if (asked.path === '/authorize') return first();
    if (asked.path === '/one')
      return server.check(field('f1'), field('f2')) ? second : first('<p role="alert">Falsch.</p>');
    if (asked.path !== '/two') return null;
    server.codes.push(field('f3'));
    const isRight = new TOTP({ secret, period }).validate({ token: field('f3'), window: 1 }) !== null;
    return isRight ? redirect(finish(asked)) : second;
  },
};
