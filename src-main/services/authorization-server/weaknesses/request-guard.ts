import type { Weakness } from '#main/platform/pipeline.ts';
import { emptyForm, type Form, formValue, registrationPath, tokenPath } from '#shared/oauth/index.ts';
import { isObject } from '../is-object.ts';
import type { GuardContext } from '../request-guard.ts';
import { ownAddress } from '../responses.ts';
import type { Runtime } from '../runtime.ts';

const guesses = [
  ['code', 'authorization_code'],
  ['refresh_token', 'refresh_token'],
  ['username', 'password'],
] as const;

/** The server under another address: what joins it later, such as clients of the state, is seen here too. */
function under(server: Runtime, issuer: string): Runtime {
  return Object.assign(Object.create(server) as Runtime, { issuer: () => issuer });
}

/** Flaws in the checks of every request. */
export const requestGuardWeaknesses: readonly Weakness<GuardContext>[] = [
  /** Answers under any name: a page on the web that gives its own name this address may talk to the server. */
  {
    id: 'host-not-checked',
    pipeline: 'door',
    step: 'host-ours',
    title: 'Host header not checked (DNS rebinding)',
    clause: 'RFC 9110 §7.4',
    instead: () => undefined,
  },
  /** Reads whatever is sent into memory. */
  {
    id: 'body-unbounded',
    pipeline: 'door',
    step: 'body-bounded',
    title: 'Request bodies of any size accepted',
    clause: 'RFC 9110 §15.5.14',
    instead: () => undefined,
  },
  /** Answers every method as the usual one, token requests by GET included. */
  {
    id: 'method-any',
    pipeline: 'door',
    step: 'method-allowed',
    title: 'Any HTTP method accepted',
    clause: 'RFC 6749 §3.2',
    instead: (context) => {
      const { request, endpoint } = context;
      if (endpoint.methods.includes(request.method)) return;
      const headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' };
      context.request = endpoint.methods.includes('GET')
        ? { ...request, method: 'GET' }
        : { ...request, method: 'POST', headers, body: Buffer.from(request.query), query: '' };
    },
  },
  /** Gives itself the name that the request has for it, and lets its links lead there. */
  {
    id: 'issuer-from-host',
    pipeline: 'door',
    step: 'address-configured',
    title: 'Issuer and links built from the Host header',
    clause: 'RFC 6749 §10.15',
    instead: (context) => {
      const { server, request } = context;
      const { host } = request.headers;
      const { path } = ownAddress(server.issuer());
      if (host !== undefined) context.runtime = under(server, `http://${host}${path('')}`);
    },
    alongside: { 'host-ours': () => undefined },
  },
  /** Believes headers that only a proxy of its own should set. */
  {
    id: 'forwarded-trusted',
    pipeline: 'door',
    step: 'address-configured',
    title: 'Forwarded headers trusted from anyone',
    clause: 'RFC 9700 §4.13',
    instead: (context) => {
      const { server, request } = context;
      const {
        'x-forwarded-host': host,
        'x-forwarded-proto': scheme = 'https',
        forwarded = '',
      } = request.headers;
      const named = /host="?([^";,]+)/i.exec(forwarded)?.[1] ?? host;
      const { path } = ownAddress(server.issuer());
      if (named !== undefined)
        context.runtime = under(server, `${String(scheme)}://${String(named)}${path('')}`);
    },
  },
  /** Takes JSON for a form, which scripts of other sites can send without being asked. */
  {
    id: 'json-body-taken',
    pipeline: 'door',
    step: 'parameters-read',
    title: 'JSON token requests accepted',
    clause: 'RFC 6749 §4.1.3',
    instead: (context, original) => {
      const { request } = context;
      const isJson = request.headers['content-type']?.startsWith('application/json') === true;
      // Clients register with JSON.
      const form = isJson && !request.path.endsWith(registrationPath) ? formOfJson(request.body) : null;
      if (form === null) return original();
      context.form = form;
      const headers = { ...request.headers, 'content-type': 'application/x-www-form-urlencoded' };
      context.request = { ...request, headers };
      return undefined;
    },
  },
  /** Keeps parameters as members of an object, where some of them take the place of its own. */
  {
    id: 'parameters-in-object',
    pipeline: 'door',
    step: 'parameters-read',
    title: 'Prototype pollution by parameter names',
    clause: 'RFC 6749 §3.2',
    instead: (context, original) => {
      void original();
      const name = context.form.fields.find((field) => field.name in Object.prototype)?.name;
      if (name !== undefined) throw new TypeError(`parameters.${name} is not what it should be`);
    },
  },
  /** Reads names as its framework does, which makes lists and members of brackets. */
  {
    id: 'parameters-nested',
    pipeline: 'door',
    step: 'parameters-read',
    title: 'Brackets in parameter names ignored',
    clause: 'RFC 6749 §3.2',
    instead: (context, original) => {
      void original();
      const { form } = context;
      const fields = form.fields.map((field) => ({ ...field, name: field.name.replace(/\[\w*\]$/, '') }));
      context.form = { ...form, fields };
    },
  },
  /** Makes out from the other parameters which grant is meant. */
  {
    id: 'grant-type-guessed',
    pipeline: 'door',
    step: 'parameters-read',
    title: 'Missing grant_type replaced by a default',
    clause: 'RFC 6749 §5.2',
    instead: (context, original) => {
      void original();
      const { form, request } = context;
      if (!request.path.endsWith(tokenPath) || formValue(form, 'grant_type') !== undefined) return;
      const guess =
        guesses.find(([name]) => formValue(form, name) !== undefined)?.[1] ?? 'client_credentials';
      context.form = { ...form, fields: [{ name: 'grant_type', value: guess, raw: guess }, ...form.fields] };
    },
  },
];

function formOfJson(body: Buffer): Form | null {
  try {
    const document: unknown = JSON.parse(body.toString('utf8'));
    if (!isObject(document)) return null;
    const fields = Object.entries(document).map(([name, value]) => ({
      name,
      value: String(value),
      raw: String(value),
    }));
    return { ...emptyForm, fields };
  } catch {
    return null;
  }
}
