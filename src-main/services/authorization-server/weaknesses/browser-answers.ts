import type { HttpResponse } from '#main/platform/http.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import { decodeFormComponent } from '#shared/oauth/index.ts';
import type { FrontContext } from '../authorize/context.ts';
import { escapeHtml } from '../pages/html.ts';
import { alter, changeHeaders, withoutHeaders } from './alter.ts';
import { numbered } from './numbered.ts';
import { jarmLeaks } from './signed-responses.ts';

const numberedCodes = numbered('code');

/** Flaws in every exchange with a browser. */
export const frontWeaknesses: readonly Weakness<FrontContext>[] = [
  /** Lets any page frame the sign-in and consent pages, under buttons of its own. */
  {
    id: 'framing-allowed',
    pipeline: 'authorize*',
    step: 'answer-guarded',
    title: 'Pages can be framed (clickjacking)',
    clause: 'RFC 6749 §10.13',
    instead: (context) =>
      alter(context, (response) =>
        changeHeaders(response, (name, value) =>
          name === 'x-frame-options' ? null : value.replace("frame-ancestors 'none'; ", ''),
        ),
      ),
  },
  /** Sends pages without a policy for scripts: one mistake in them is enough. */
  {
    id: 'scripts-allowed',
    pipeline: 'authorize*',
    step: 'answer-guarded',
    title: 'Pages without Content-Security-Policy',
    clause: 'RFC 6749 §10.14',
    instead: (context) => alter(context, (response) => withoutHeaders(response, 'content-security-policy')),
  },
  /** Lets the browser send the whole address as the referrer, code and state included. */
  {
    id: 'referrer-told',
    pipeline: 'authorize*',
    step: 'answer-guarded',
    title: 'Referrer leakage from pages',
    clause: 'RFC 9700 §4.2.4',
    instead: (context) => alter(context, (response) => withoutHeaders(response, 'referrer-policy')),
  },
  /** Lets caches keep what carries codes and anti-forgery values. */
  {
    id: 'pages-kept',
    pipeline: 'authorize*',
    step: 'answer-guarded',
    title: 'Cacheable pages and codes',
    clause: 'RFC 9700 §4.3.1',
    instead: (context) => alter(context, (response) => withoutHeaders(response, 'cache-control', 'pragma')),
  },
  /** Lets scripts read the cookies, and other sites send them. */
  {
    id: 'cookies-readable',
    pipeline: 'authorize*',
    step: 'answer-guarded',
    title: 'Cookies without HttpOnly and SameSite',
    clause: 'RFC 6265 §4.1.2.6',
    instead: (context) =>
      alter(context, (response) =>
        changeHeaders(response, (name, value) =>
          name === 'set-cookie' ? value.replace(/; HttpOnly; SameSite=\w+/, '') : value,
        ),
      ),
  },
  /** Answers every origin that its scripts may read the page, with the cookies of the person. */
  {
    id: 'origins-allowed',
    pipeline: 'authorize*',
    step: 'answer-guarded',
    title: 'CORS for all origins on pages',
    clause: 'RFC 9700 §2.6',
    instead: (context) => {
      const { origin } = context.request.headers;
      if (origin === undefined) return;
      const headers = ['Access-Control-Allow-Origin', origin, 'Access-Control-Allow-Credentials', 'true'];
      alter(context, (response) => ({ ...response, headers: [...response.headers, ...headers] }));
    },
  },
  /** Writes what the request says into the page as it came, and lets its scripts run. */
  {
    id: 'markup-not-escaped',
    pipeline: 'authorize*',
    step: 'answer-guarded',
    title: 'Request values not escaped in pages (XSS)',
    clause: 'RFC 6749 §10.14',
    instead: (context) => {
      const values = context.form.fields.map(({ value }) => value);
      alter(context, (response) =>
        withoutHeaders(
          { ...response, body: values.reduce(unescape, String(response.body)) },
          'content-security-policy',
        ),
      );
    },
  },
  /** Writes the decoded state into the head of the answer: an ampersand in it ends the parameter, a line break the header. */
  {
    id: 'state-not-encoded',
    pipeline: 'authorize*',
    step: 'answer-guarded',
    title: 'state not encoded in the redirect',
    clause: 'RFC 6749 §10.14',
    instead: (context) => alter(context, decodeState),
  },
  jarmLeaks,
  /** Numbers its codes, so that the owner of one knows the next. */
  {
    id: 'codes-sequential',
    pipeline: 'authorize*',
    step: 'issue*',
    title: 'Predictable codes',
    clause: 'RFC 6749 §10.10',
    instead: (context, original) => {
      context.codes = numberedCodes;
      return original();
    },
  },
  /** Gives a refresh token to the browser, in the address. */
  {
    id: 'implicit-refresh-token',
    pipeline: 'authorize*',
    step: 'issue*',
    title: 'Refresh token in the front channel',
    clause: 'RFC 6749 §4.2.2',
    instead: async (context, original) => {
      await original();
      const { responseParameters, runtime, nowMillis } = context;
      const access = responseParameters?.find(([name]) => name === 'access_token')?.[1];
      const issued = access === undefined ? undefined : runtime.accessTokens.find(access);
      if (responseParameters === null || issued?.family === undefined || issued.family === null) return;
      const { family, clientId, scope } = issued;
      const token = runtime.tokens.next();
      const lifetime = {
        issuedAtMillis: nowMillis,
        expiresAtMillis: null,
        rolledAtMillis: null,
        boundTo: null,
      };
      runtime.refreshTokens.add(token, { clientId, username: family.username, scope, family, ...lifetime });
      context.responseParameters = [...responseParameters, ['refresh_token', token]];
    },
  },
];

function unescape(page: string, value: string): string {
  const escaped = escapeHtml(value);
  return escaped === value ? page : page.replaceAll(escaped, () => value);
}

function decodeState(response: HttpResponse): HttpResponse {
  const injected: string[] = [];
  const changed = changeHeaders(response, (name, value) => {
    if (name !== 'location') return value;
    const [location = '', ...lines] = withDecodedState(value).split(/\r?\n|\r/);
    for (const line of lines) injected.push(...headerOf(line));
    return printable(location);
  });
  return { ...changed, headers: [...changed.headers, ...injected] };
}

function withDecodedState(location: string): string {
  return location.replace(
    /([?&#]state=)([^&]*)/,
    (whole, start: string, raw: string) => `${start}${decodeFormComponent(raw) ?? whole}`,
  );
}

/** The header that a line of the head is; nothing where it is none. */
function headerOf(line: string): readonly string[] {
  const [, name, value] = /^([\w-]+):(.*)$/.exec(line) ?? [];
  return name === undefined || value === undefined ? [] : [name, printable(value.trimStart())];
}

/** Header fields cannot hold everything: such characters are lost. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '');
}
