import {
  type CompiledExpression,
  type ContextTree,
  compileExpression,
  hostMember,
  hostNames,
  requestTree,
} from '#shared/expressions/index.ts';

const headers: Readonly<Record<string, readonly string[]>> = {
  userid: ['ann', 'second'],
  'x-forwarded-for': ['10.1.2.3'],
};

/** A request as the gateway shows it to expressions. */
export const scope = {
  request: {
    method: 'GET',
    uri: { scheme: 'https', host: 'api.example.com', port: 443, path: '/home/throttle', query: 'a=1' },
    headers: {
      [hostMember]: (name: string) => headers[name.toLowerCase()] ?? null,
      [hostNames]: () => Object.keys(headers),
    },
    cookies: { session: [{ name: 'session', value: 's1' }] },
    form: new Map([['a', ['1']]]),
    queryParams: new Map([['a', ['1']]]),
  },
  contexts: {
    client: { remoteAddress: '192.0.2.7' },
    oauth2: {
      accessToken: {
        info: {
          mail: 'ann@example.com',
          status: 'gold',
          age: 42,
          admin: true,
          groups: ['a', 'b'],
          nothing: null,
        },
        scopes: ['mail', 'openid'],
      },
    },
  },
  env: { HOME: '/home/ann' },
};

/** Compiles what a test expects to be right. */
export function compiled(source: string, tree: ContextTree = requestTree): CompiledExpression {
  const { expression, problems } = compileExpression(source, { kind: 'runtime', tree });
  if (expression === null) throw new Error(JSON.stringify(problems));
  return expression;
}

export function valueOf(source: string): unknown {
  return compiled(source).evaluate(scope).value;
}

export function problemsOf(source: string, kind: 'runtime' | 'config' = 'runtime', tree = requestTree) {
  return compileExpression(source, { kind, tree }).problems;
}
