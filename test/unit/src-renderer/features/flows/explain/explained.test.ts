import { expect, test } from 'vitest';
import { templateExchange } from '#renderer/features/flows/explain/explained.ts';
import { formRequest } from '#shared/flows/index.ts';
import { explainExchange } from '#shared/oauth/explain/index.ts';

test('a token request is explained before it is sent, without what is left out of it', () => {
  const request = formRequest(
    'http://127.0.0.1:9031/as/token.oauth2',
    [
      ['grant_type', 'authorization_code'],
      ['code_verifier', '{{code_verifier}}'],
    ],
    [],
  );
  const names = (shown: typeof request) => explainExchange(templateExchange(shown)).map(({ name }) => name);
  expect(names(request)).toEqual(expect.arrayContaining(['grant_type', 'code_verifier']));
  const { body } = request;
  const fields = body.kind === 'form' ? body.fields : [];
  const without = {
    ...request,
    body: { kind: 'form' as const, fields: fields.map((field) => ({ ...field, isOmitted: true })) },
  };
  expect(names(without)).not.toContain('code_verifier');
});
