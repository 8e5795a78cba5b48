import type { BrowseStep } from '#shared/flows/index.ts';
import { formEncode } from '#shared/oauth/index.ts';
import { decisionFields } from './fill-form.ts';
import { hiddenFields, type PageForm } from './page-form.ts';
import { plainValue } from './play-values.ts';
import type { Player } from './player.ts';

/** Names of hidden fields by which pages know their own form again. RFC 6749 §10.12 */
const antiForgeryName = /csrf|xsrf|forgery|authenticity|requestverification|session_code|^_?token$|nonce/i;
/** As long as such values are, and none that a server gave. */
const forgedValue = 'A'.repeat(28);

type Fields = readonly (readonly [name: string, value: string])[];

/** True of the form by which people sign in. */
export function asksForPassword({ inputs }: PageForm): boolean {
  return inputs.some(({ type }) => type === 'password');
}

/**
 * The values of the page at which a browser stopped, for the steps that answer it: `form.<name>` for every hidden field;
 * `page.origin` and `page.path`, where its form goes; `page.sent`, the hidden fields with the button that allows; `page.user`
 * and `page.password`, the names of what people type; `page.known_cookies`, the cookies that hold values from before, when the
 * browser last stopped. Where it has an anti-forgery value, `page.unprotected` is what is sent without it and `page.forged` with another one.
 */
export function setPageValues(
  player: Player,
  { id, prefix, browser }: BrowseStep,
  { form, url }: { readonly form: PageForm; readonly url: URL },
): void {
  const address = new URL(form.action === '' ? url.href : form.action, url);
  const hidden = hiddenFields(form);
  const decided: Fields = asksForPassword(form) ? [] : decisionFields(form.inputs, 'allow');
  const isProtecting = ([name]: Fields[number]) => antiForgeryName.test(name);
  const user = form.inputs.find(({ type }) => type === 'text' || type === 'email');
  const password = form.inputs.find(({ type }) => type === 'password');
  const values: Readonly<Record<string, string | undefined>> = {
    origin: address.origin,
    path: address.pathname + address.search,
    known_cookies: player.jar(browser).noted(url),
    sent: encoded([...hidden, ...decided]),
    user: user?.name,
    password: password?.name,
    ...(hidden.some(isProtecting)
      ? {
          unprotected: encoded([...hidden.filter((field) => !isProtecting(field)), ...decided]),
          forged: encoded([
            ...hidden.map((field) => (isProtecting(field) ? ([field[0], forgedValue] as const) : field)),
            ...decided,
          ]),
        }
      : {}),
  };
  for (const [name, value] of hidden) player.set(`${prefix}form.${name}`, read(value, id));
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) player.set(`${prefix}page.${name}`, read(value, id, name === 'known_cookies'));
  player.jar(browser).note();
}

/** The values `page.location_origin` and `page.location_path`: where a browser is sent, which may hold a code. */
export function setLocation(player: Player, { id, prefix }: BrowseStep, address: string): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  player.set(`${prefix}page.location_origin`, read(url?.origin ?? address, id));
  const path = url === null ? '' : url.pathname + url.search;
  player.set(`${prefix}page.location_path`, read(path, id, url?.searchParams.has('code')));
}

function read(value: string, stepId: string, secret = false) {
  return plainValue(value, stepId, { state: 'read', secret });
}

/** Fields as a form sends them. RFC 6749 Appendix B */
function encoded(fields: Fields): string {
  return fields.map(([name, value]) => `${formEncode(name)}=${formEncode(value)}`).join('&');
}
