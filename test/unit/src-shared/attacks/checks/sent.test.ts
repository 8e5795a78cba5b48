import { describe, expect, test } from 'vitest';
import { unsentReason } from '#shared/attacks/index.ts';
import {
  editRequest,
  formRequest,
  type RequestEdit,
  type RequestTemplate,
  renderRequest,
} from '#shared/flows/index.ts';

const tokenRequest = (scope: readonly (readonly [string, string])[]): RequestTemplate =>
  formRequest('https://as.example/token', [['grant_type', 'client_credentials'], ...scope], []);
const twice: RequestEdit = { op: 'duplicate', place: 'form.scope', at: 'after' };

function sent(
  plain: RequestTemplate,
  edits: readonly RequestEdit[],
  values: Readonly<Record<string, string>>,
) {
  const context = { resolve: (name: string) => values[name], sha256: (bytes: Uint8Array) => bytes };
  const bytes = (request: RequestTemplate) => renderRequest(request, context).bytes;
  return { stepId: 'token', bytes: bytes(editRequest(plain, edits)), plain: bytes(plain) };
}

describe('an attack that left as its control leaves was not sent', () => {
  test('TE-03: a scope that is not there cannot stand twice', () => {
    expect(unsentReason([sent(tokenRequest([]), [twice], {})])).toBe(
      'The attack was not sent: the request of step token is identical to the request without the attack.',
    );
    expect(unsentReason([sent(tokenRequest([['scope', 'orders']]), [twice], {})])).toBeNull();
  });

  test('RT-04: a refresh token that was not rolled is no old one', () => {
    const plain = formRequest('https://as.example/token', [['refresh_token', '{{refresh_token}}']], []);
    const old: RequestEdit = { op: 'set', place: 'form.refresh_token', value: '{{old_refresh}}' };
    expect(unsentReason([sent(plain, [old], { refresh_token: 'a', old_refresh: 'a' })])).not.toBeNull();
    expect(unsentReason([sent(plain, [old], { refresh_token: 'b', old_refresh: 'a' })])).toBeNull();
  });

  test('of several requests each one has to differ', () => {
    const differs = { stepId: 'one', bytes: 'a', plain: 'b' };
    expect(unsentReason([])).toBeNull();
    expect(unsentReason([differs])).toBeNull();
    expect(unsentReason([differs, { stepId: 'two', bytes: 'a', plain: 'a' }])).toMatch(
      / step two is identical /,
    );
  });
});
