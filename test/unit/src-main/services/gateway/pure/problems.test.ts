import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readRoute } from '#main/services/gateway/pure/index.ts';
import { property } from '#test/support/property.ts';
import { documentOf, filterPointer, guideRoute, rate, routeOf } from './documents.ts';

const mapped = (config: unknown) => ({ throttlingRatePolicy: { type: 'MappedThrottlingPolicy', config } });
const script = (config: unknown) => ({
  throttlingRatePolicy: { type: 'ScriptableThrottlingPolicy', config },
});
const documentWith = (more: object) => ({ ...documentOf({ rate }), ...more });
const rateOf = (numberOfRequests: unknown, duration: unknown) => ({ rate: { numberOfRequests, duration } });

describe('what keeps a route from being loaded is pointed at', () => {
  test.each<[string, unknown, string, string]>([
    ['no rate', {}, 'route.conflict', ''],
    ['rate and policy', { rate, ...mapped({}) }, 'route.conflict', ''],
    ['a rate that is none', { rate: 6 }, 'route.invalid', '/rate'],
    ['a rate without a number', { rate: { duration: '1 s' } }, 'route.invalid', '/rate'],
    ['a rate without a duration', { rate: { numberOfRequests: 1 } }, 'route.invalid', '/rate'],
    ['no requests', rateOf(0, '1 s'), 'throttling.rate-invalid', '/rate/numberOfRequests'],
    ['a number that is a word', rateOf('six', '1 s'), 'route.invalid', '/rate/numberOfRequests'],
    ['no unit', rateOf(1, '10'), 'throttling.duration-invalid', '/rate/duration'],
    ['without end', rateOf(1, 'unlimited'), 'throttling.rate-invalid', '/rate/duration'],
    ['a duration that is a number', rateOf(1, 10), 'route.invalid', '/rate/duration'],
    [
      'a variable that is not there',
      rateOf("${integer(env['NO'])}", '1 s'),
      'expression.no-value',
      '/rate/numberOfRequests',
    ],
    [
      'a request at load',
      rateOf('${request.method}', '1 s'),
      'expression.unknown-name',
      '/rate/numberOfRequests',
    ],
    [
      'a grouping that cannot be read',
      { rate, requestGroupingPolicy: '${request.' },
      'expression.syntax',
      '/requestGroupingPolicy',
    ],
    [
      'a grouping that is a number',
      { rate, requestGroupingPolicy: 3 },
      'route.invalid',
      '/requestGroupingPolicy',
    ],
    ['cleaning never', { rate, cleaningInterval: 'unlimited' }, 'route.invalid', '/cleaningInterval'],
    ['cleaning too rarely', { rate, cleaningInterval: '25 h' }, 'route.invalid', '/cleaningInterval'],
    ['cleaning always', { rate, cleaningInterval: 'zero' }, 'route.invalid', '/cleaningInterval'],
    ['no groups', { rate, maximumGroups: 0 }, 'route.invalid', '/maximumGroups'],
    ['a shadow that is neither', { rate, shadow: 'maybe' }, 'route.invalid', '/shadow'],
    [
      'a mapping without a mapper',
      mapped({ throttlingRatesMapping: {}, defaultRate: rate }),
      'route.invalid',
      '/throttlingRatePolicy/config',
    ],
    [
      'a mapping without a map',
      mapped({ throttlingRateMapper: '', defaultRate: rate }),
      'route.invalid',
      '/throttlingRatePolicy/config',
    ],
    [
      'a mapping without a default',
      mapped({ throttlingRateMapper: '', throttlingRatesMapping: {} }),
      'route.invalid',
      '/throttlingRatePolicy/config',
    ],
    [
      'a mapping that is a list',
      mapped({ throttlingRateMapper: '', throttlingRatesMapping: [], defaultRate: rate }),
      'route.invalid',
      '/throttlingRatePolicy/config/throttlingRatesMapping',
    ],
    [
      'a rate in a mapping',
      mapped({
        throttlingRateMapper: '',
        throttlingRatesMapping: { 'a/b': { ...rate, duration: 'x' } },
        defaultRate: rate,
      }),
      'throttling.duration-invalid',
      '/throttlingRatePolicy/config/throttlingRatesMapping/a~1b/duration',
    ],
    ['a script without a type', script({ source: '' }), 'route.invalid', '/throttlingRatePolicy/config'],
    [
      'a script without text',
      script({ type: 'application/javascript' }),
      'route.conflict',
      '/throttlingRatePolicy/config',
    ],
    [
      'a script and a file',
      script({ type: 'application/javascript', source: '', file: 'a.js' }),
      'route.conflict',
      '/throttlingRatePolicy/config',
    ],
    [
      'a script of numbers',
      script({ type: 'application/javascript', source: [1] }),
      'route.invalid',
      '/throttlingRatePolicy/config/source',
    ],
    [
      'a policy that is none',
      { throttlingRatePolicy: { type: 'MapedThrottlingPolicy' } },
      'route.unknown-type',
      '/throttlingRatePolicy/type',
    ],
    [
      'a policy that is not in the heap',
      { throttlingRatePolicy: 'nowhere' },
      'route.unknown-reference',
      '/throttlingRatePolicy',
    ],
    [
      'a default without a delegate',
      { throttlingRatePolicy: { type: 'DefaultRateThrottlingPolicy', config: { defaultRate: rate } } },
      'route.invalid',
      '/throttlingRatePolicy/config',
    ],
  ])('%s', (_, config, code, pointer) => {
    const { route, problems } = routeOf(config);
    expect(route).toBeNull();
    const at = `${filterPointer}${pointer}`;
    expect(problems).toEqual([expect.objectContaining({ code, pointer: at, severity: 'error' })]);
    expect(problems[0]?.fix).toMatch(/[.?]$/);
  });

  test('the place within a text is given, unless the text was changed before it was read', () => {
    const at = (requestGroupingPolicy: string) =>
      routeOf({ rate, requestGroupingPolicy }, { properties: { x: 'y' } }).problems.map(
        ({ offset, length }) => [offset, length],
      );
    expect(at('${request.metod}')).toEqual([[10, 5]]);
    expect(at('&{x}${request.metod}')).toEqual([[undefined, undefined]]);
  });

  test.each<[string, unknown, string, string]>([
    ['is no object', [], 'route.invalid', ''],
    ['is nothing', null, 'route.invalid', ''],
    ['has no handler', {}, 'route.invalid', ''],
    ['has a handler without a type', { handler: {} }, 'route.invalid', '/handler'],
    ['has an unknown handler', { handler: { type: 'Chian' } }, 'route.unknown-type', '/handler/type'],
    ['refers to nothing', { handler: 'nothing' }, 'route.unknown-reference', '/handler'],
    [
      'has a condition that cannot be read',
      documentWith({ condition: '${' }),
      'expression.syntax',
      '/condition',
    ],
    [
      'has a condition in an object that cannot be read',
      documentWith({ condition: { expression: '${' } }),
      'expression.syntax',
      '/condition/expression',
    ],
    [
      'has a base that is no address',
      documentWith({ baseURI: 'app.example.com' }),
      'route.invalid',
      '/baseURI',
    ],
    ['has a heap that is no list', documentWith({ heap: {} }), 'route.invalid', '/heap'],
    ['has an object without a name', documentWith({ heap: [{ type: 'Chain' }] }), 'route.invalid', '/heap/0'],
    [
      'has a name twice',
      documentWith({
        heap: [
          { name: 'a', type: 'X' },
          { name: 'a', type: 'X' },
        ],
      }),
      'route.conflict',
      '/heap/1',
    ],
    [
      'has a chain without an end',
      { handler: { type: 'Chain', config: {} } },
      'route.invalid',
      '/handler/config',
    ],
    [
      'has filters that are no list',
      { handler: { type: 'Chain', config: { filters: {}, handler: 'ClientHandler' } } },
      'route.invalid',
      '/handler/config/filters',
    ],
    [
      'has an unknown filter',
      {
        handler: {
          type: 'Chain',
          config: { filters: [{ type: 'ThrotlingFilter' }], handler: 'ClientHandler' },
        },
      },
      'route.unknown-type',
      '/handler/config/filters/0/type',
    ],
    [
      'answers with no status',
      { handler: { type: 'StaticResponseHandler' } },
      'route.invalid',
      '/handler/config',
    ],
    [
      'answers with a header that is none',
      { handler: { type: 'StaticResponseHandler', config: { status: 200, headers: { 'a b': ['c'] } } } },
      'route.invalid',
      '/handler/config/headers/a b',
    ],
  ])('a document that %s', (_, document, code, pointer) => {
    const { route, problems } = readRoute(document, { id: 'x' });
    expect(route).toBeNull();
    expect(problems).toEqual([expect.objectContaining({ code, pointer })]);
  });

  test('objects that refer to each other in a circle', () => {
    const chain = (name: string, handler: string) => ({ name, type: 'Chain', config: { handler } });
    const { problems } = readRoute({ handler: 'a', heap: [chain('a', 'b'), chain('b', 'a')] }, { id: 'x' });
    expect(problems).toMatchObject([{ code: 'route.reference-cycle', pointer: '/heap/1/config/handler' }]);
  });

  test.each([
    ['scopes', { accessTokenResolver: { type: 'ValidateBearerAccessTokenResolver' } }, ''],
    ['a resolver', { scopes: [] }, ''],
    [
      'scopes that are a list',
      { scopes: {}, accessTokenResolver: { type: 'ValidateBearerAccessTokenResolver' } },
      '/scopes',
    ],
    [
      'a resolver of a known type',
      { scopes: [], accessTokenResolver: { type: 'StatelessAccessTokenResolver' } },
      '/accessTokenResolver/type',
    ],
    [
      'an endpoint that is one',
      {
        scopes: [],
        accessTokenResolver: { type: 'ValidateBearerAccessTokenResolver', config: { endpoint: 'x' } },
      },
      '/accessTokenResolver/config/endpoint',
    ],
  ])('a resource server needs %s', (_, config, pointer) => {
    const filters = [{ type: 'OAuth2ResourceServerFilter', config }];
    const document = { handler: { type: 'Chain', config: { filters, handler: 'ClientHandler' } } };
    const { route, problems } = readRoute(document, { id: 'x' });
    expect(route).toBeNull();
    expect(problems).toMatchObject([{ pointer: `/handler/config/filters/0/config${pointer}` }]);
  });
});

describe('what a person may not have meant is a warning', () => {
  const warningsOf = (config: unknown, more = {}) => {
    const { route, problems } = routeOf(config, more);
    expect(route).not.toBeNull();
    return problems.map(({ code, severity, pointer, fix }) => ({ code, severity, pointer, fix }));
  };

  test('a member that nothing reads, with the one that is nearest', () => {
    expect(warningsOf({ rate, requestGroupingPolicey: '' })).toEqual([
      {
        code: 'route.unknown-member',
        severity: 'warning',
        pointer: `${filterPointer}/requestGroupingPolicey`,
        fix: 'Did you mean “requestGroupingPolicy”?',
      },
    ]);
  });

  test('members of the products that have no effect here', () => {
    expect(warningsOf({ rate }, { capture: 'all', auditService: 'x' })).toHaveLength(2);
  });

  test('comments are let be', () => {
    expect(warningsOf({ rate, _comment: 'why', '// x': 1 })).toEqual([]);
  });

  test('the part of a duration that the products ignore', () => {
    const { problems } = routeOf(rateOf(1, '1 d 2 h'));
    expect(problems).toMatchObject([
      {
        code: 'throttling.duration-ignored',
        severity: 'warning',
        pointer: `${filterPointer}/rate/duration`,
        offset: 4,
        length: 3,
      },
    ]);
  });

  test('heap objects of the products that nothing refers to do no harm', () => {
    expect(warningsOf({ rate }, { heap: [{ name: 'x', type: 'SomethingElse', config: { a: 1 } }] })).toEqual(
      [],
    );
  });
});

/** Replaces, at random, parts of a document by something else. */
function mutated(value: unknown, choose: () => number): unknown {
  if (choose() % 12 === 0) return [null, 1, '${', '', [], {}, true, 'x', { type: 'Chain' }][choose() % 9];
  if (Array.isArray(value)) return value.map((item: unknown) => mutated(item, choose));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mutated(member, choose)]));
}

describe('whatever stands in a document', () => {
  property([fc.array(fc.nat(), { minLength: 5, maxLength: 200 })], { numRuns: 500 })(
    'reading it never throws, and every pointer leads somewhere',
    (numbers) => {
      let next = 0;
      const document = mutated(guideRoute, () => numbers[(next += 1) % numbers.length] ?? 0);
      const { route, problems } = readRoute(document, { id: 'x' });
      expect(route === null).toBe(problems.some(({ severity }) => severity === 'error'));
      for (const { pointer } of problems) expect(reaches(document, pointer)).toBe(true);
    },
  );

  property([fc.jsonValue()])('any JSON at all', (document) => {
    expect(readRoute(document, { id: 'x' }).route).toBeNull();
  });
});

/** The last step may name what is missing. */
function reaches(document: unknown, pointer: string): boolean {
  let value = document;
  const steps = pointer.split('/').slice(1);
  for (const step of steps.slice(0, -1)) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Readonly<Record<string, unknown>>)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value !== undefined;
}
