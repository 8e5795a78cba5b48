import { describe, expect, test } from 'vitest';
import { GroupNames } from '#main/services/gateway/filters/group-names.ts';
import { compileExpression, requestTree } from '#shared/expressions/index.ts';

function shown(source: string): string {
  const { expression } = compileExpression(source, { kind: 'runtime', tree: requestTree });
  if (expression === null) throw new Error(source);
  return new GroupNames(expression).shown('key');
}

describe('the groups of a filter', () => {
  test.each([
    "${request.headers['AUTHORIZATION'][0]}",
    "${request.headers['X-Api-Key'][0]}",
    '${request.headers[request.method][0]}',
    "${request.cookies['a'][0].value}",
    "${request.queryParams['access_token'][0]}",
    '${contexts.oauth2.accessToken.token}',
    '${context.oauth2.accessToken.token}',
    '${contexts.oauth2.accessToken[request.method]}',
    "${request.uri.path}${toLowerCase(request.headers['Authorization'][0])}",
  ])('are shown by number where they are made of a credential: %s', (source) => {
    expect(shown(source)).toBe('•••••••• 1');
  });

  test.each([
    '${contexts.oauth2.accessToken.info.mail}',
    '${contexts.client.remoteAddress}',
    "${request.headers['X-Team'][0]}",
    "${request.queryParams['team'][0]}",
    '${request.uri.path}',
  ])('are shown as they are where not: %s', (source) => {
    expect(shown(source)).toBe('key');
  });
});
