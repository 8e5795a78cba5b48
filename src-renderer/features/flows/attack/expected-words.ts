import { attackMessages } from './words.ts';

const messages = attackMessages.attacks.expectedWords;

/** A pattern that is nothing but a literal text: `/no-store/i`. */
const literal = /^\/([\w\s"'=:;,-]+)\/[a-z]*$/;
/** A pattern that every value fits. */
const anything = /^\/\.\/[a-z]*$/;

function formWords(text: string): string {
  const [, form = '', argument = ''] = /^([A-Z]+\d*)(?:\(([^)]*)\))?$/.exec(text) ?? [];
  switch (form) {
    case 'PAGE':
      return messages.page;
    case 'REDIR':
      return messages.redirect(argument);
    case 'REFUSED':
      return messages.refused;
    case 'SIGNIN':
      return messages.signIn;
    case 'OK':
      return messages.ok;
    case 'TOKENS':
      return messages.tokens;
    case 'CALLBACK':
      return messages.callback;
    case 'J400':
    case 'J401':
      return messages.json(form.slice(1), argument);
    case 'RS400':
    case 'RS401':
    case 'RS403':
      return messages.challenge(form.slice(2), argument);
    default:
      return text;
  }
}

/** The usual spelling of a header: `cache-control` is `Cache-Control`. */
function headerName(name: string): string {
  return name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase()).replace(/^Www-/, 'WWW-');
}

/** `cache-control: /no-store/i` in words; null: it is no such expectation. */
function headerWords(text: string): string | null {
  const [, name, value] = /^([a-z][a-z0-9-]*): (.+)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) return null;
  const shown = headerName(name);
  if (anything.test(value)) return messages.headerThere(shown);
  const part = literal.exec(value)?.[1];
  return part === undefined ? messages.headerFits(shown, value) : messages.headerHas(shown, part);
}

/** The expectation of a check in words; the engine's own text where nothing is known that says it better. */
export function expectedWords(expected: string): string {
  const header = headerWords(expected);
  if (header !== null) return header;
  const absent = expected.startsWith('no ') ? expected.slice('no '.length) : '';
  if (/^[a-z0-9-]+$/.test(absent) && (absent.includes('-') || absent === 'location'))
    return messages.noHeader(headerName(absent));
  return expected.split(' or ').map(formWords).join(messages.or);
}
