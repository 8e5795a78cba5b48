import { describe, expect, test } from 'vitest';
import { authenticated, editCredentials } from '#main/services/attacks/pure/credentials.ts';
import type { CredentialEdit } from '#shared/attacks/index.ts';
import { formRequest, type RequestTemplate } from '#shared/flows/index.ts';
import type { ClientAuthentication } from '#shared/oauth/index.ts';

const plain = formRequest('https://as.example/token', [['grant_type', 'client_credentials']], []);
const client = (authentication: ClientAuthentication, prefix = '') => ({ authentication, prefix });

/** Header, form and query of a request, without what every request has. */
function shown({ headers, body, query }: RequestTemplate) {
  const values = (fields: RequestTemplate['query']) =>
    fields.filter(({ name }) => name !== 'grant_type').map(({ name, value }) => `${name}=${value}`);
  return {
    header: headers.find(({ name }) => name === 'Authorization')?.value ?? null,
    form: body.kind === 'form' ? values(body.fields) : [],
    query: values(query),
  };
}

const edited = (authentication: ClientAuthentication, edit: Partial<CredentialEdit>) => {
  const own = client(authentication);
  const { request } = authenticated(plain, own);
  const whole = { op: 'credentials', of: '', ...edit } as CredentialEdit;
  return editCredentials(request, whole, own, () => client('client_secret_post', 'b.'));
};

describe('an edit of credentials', () => {
  test.each(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'tls_client_auth'] as const)(
    'leaves of %s the name alone, or nothing',
    (way) => {
      const absent = edited(way, { be: 'absent' });
      expect(absent?.connection).toBeNull();
      expect(absent === null ? null : shown(absent.request)).toEqual({
        header: null,
        form: ['client_id={{client_id}}'],
        query: [],
      });
      const removed = edited(way, { be: 'removed' });
      expect(removed === null ? null : shown(removed.request)).toEqual({ header: null, form: [], query: [] });
    },
  );

  test('puts those of another party in its own way in their place', () => {
    const found = edited('private_key_jwt', { be: 'other client', party: 'b' });
    expect(found?.connection).toBe('b');
    expect(found === null ? null : shown(found.request)).toEqual({
      header: null,
      form: ['client_id={{b.client_id}}', 'client_secret={{b.client_secret}}'],
      query: [],
    });
  });

  test('names another client beside an assertion in place of its own, beside a header in addition', () => {
    const form = (way: ClientAuthentication) => {
      const found = edited(way, { be: 'with other name', party: 'b' });
      return found === null ? [] : shown(found.request).form.filter((field) => field.startsWith('client_id'));
    };
    expect(form('private_key_jwt')).toEqual(['client_id={{b.client_id}}']);
    expect(form('client_secret_basic')).toEqual(['client_id={{b.client_id}}']);
    expect(form('client_secret_post')).toEqual(['client_id={{client_id}}', 'client_id={{b.client_id}}']);
  });

  test('of a certificate does not exist where a secret is meant', () => {
    expect(edited('tls_client_auth', { be: 'wrong' })).toBeNull();
    expect(edited('tls_client_auth', { be: 'in query' })).toBeNull();
    expect(edited('none', { be: 'twice' })).toBeNull();
  });
});

describe('credentials in a body that is no form', () => {
  const withBody = (type: string, text: string): RequestTemplate => ({
    ...plain,
    headers: [{ name: 'Content-Type', value: type, encoding: 'auto', isOmitted: false }],
    body: { kind: 'text', text, encoding: 'auto' },
  });
  const textOf = (request: RequestTemplate) => {
    const { body } = authenticated(request, client('client_secret_post')).request;
    return body.kind === 'text' ? body.text : '';
  };
  test('are members of JSON, parts, or a form in all but name', () => {
    expect(textOf(withBody('application/json', '{"grant_type":"x"}'))).toBe(
      '{"grant_type":"x","client_id":"{{client_id}}","client_secret":"{{client_secret}}"}',
    );
    expect(textOf(withBody('text/plain', 'grant_type=x'))).toBe(
      'grant_type=x&client_id={{client_id|form}}&client_secret={{client_secret|form}}',
    );
    expect(textOf(withBody('multipart/form-data; boundary=x', '--x--'))).toContain(
      '--x\r\nContent-Disposition: form-data; name="client_secret"\r\n\r\n{{client_secret}}\r\n',
    );
  });
});
