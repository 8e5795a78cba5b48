import { beforeEach, describe, expect, test } from 'vitest';
import type { RemoteStep } from '#shared/connectors/index.ts';
import { type Answer, answerJson, makeConnector, startRemote } from '#test/support/connectors.ts';
import { startedAnew } from '#test/support/started.ts';
import { createVirtualTimers } from '#test/support/virtual-timers.ts';

let steps: RemoteStep[];
const api = startedAnew(startRemote);
const timers = startedAnew(createVirtualTimers);
beforeEach(() => {
  steps = [];
});

const mapping = { mail: 'mail' };
const operations = {
  GET: { path: '/u/{uid}', method: 'GET', idPath: 'id', namePath: 'id', responseMapping: mapping },
  CREATE: { path: '/u', method: 'POST', idPath: 'id', requestMapping: mapping },
  UPDATE: { path: '/u/{uid}', method: 'PATCH', idPath: 'id', requestMapping: mapping },
  DELETE: { path: '/u/{uid}', method: 'DELETE' },
};
const schema = [{ fieldName: 'mail', type: 'STRING', flags: [] }];

function connectorWith(retries: readonly object[], envelope: object = {}) {
  const objectTypes = { __ACCOUNT__: { schema, operations } };
  const properties = { serviceUri: api.origin, objectTypes, retries };
  return makeConnector(properties, { timers }, { ...envelope }).connector;
}

/** Answers in turn, and then with the object. */
function inTurn(...answers: readonly Answer[]): Answer {
  let count = 0;
  return (request, response) => {
    const answer = answers[count] ?? answerJson({ id: '7', mail: 'a@example.com' });
    count += 1;
    answer(request, response);
  };
}
const busy =
  (headers: Readonly<Record<string, string>> = {}, status = 503): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end();
const notes = () => steps.map((step) => step.notes);

describe('requests are sent again', () => {
  test('where a rule says so, until the remote answers, and the trace says when', async () => {
    api.answer = inTurn(busy(), busy());
    const connector = connectorWith([{ codes: ['5xx'], delayMillis: 200, jitter: false }]);
    const object = await connector.get('__ACCOUNT__', '7', 'default', { steps });
    expect(object).toMatchObject({ uid: '7' });
    expect(timers.waits).toEqual([200, 400]);
    expect(notes()).toEqual([['retry 1 of 3 after 200 ms'], ['retry 2 of 3 after 400 ms'], []]);
  });

  test('not at all without a rule, and the failure is that of the last answer', async () => {
    api.answer = busy();
    await expect(connectorWith([]).get('__ACCOUNT__', '7', 'default', {})).rejects.toMatchObject({
      type: 'RETRYABLE',
    });
    expect(api.seen).toHaveLength(1);
    const twice = connectorWith([{ codes: ['503'], attempts: 2 }]);
    await expect(twice.get('__ACCOUNT__', '7', 'default', {})).rejects.toMatchObject({ type: 'RETRYABLE' });
    expect(api.seen).toHaveLength(4);
  });

  test('after the seconds, or at the date, of Retry-After; the date by the clock of the remote', async () => {
    api.answer = inTurn(
      busy({ 'Retry-After': '7' }, 429),
      busy({ 'Retry-After': 'Wed, 01 Jan 2020 00:00:05 GMT', Date: 'Wed, 01 Jan 2020 00:00:02 GMT' }, 429),
      busy({ 'Retry-After': '-3' }, 429),
    );
    const connector = connectorWith([{ codes: ['429'], delayMillis: 100, jitter: false }]);
    await connector.get('__ACCOUNT__', '7', 'default', {});
    expect(timers.waits).toEqual([7_000, 3_000, 400]);
  });

  test('within the time of the operation alone: what comes after it is not waited for', async () => {
    api.answer = busy({ 'Retry-After': '60' });
    const connector = connectorWith([{ codes: ['503'] }], { operationTimeout: { GET: 20_000 } });
    await expect(connector.get('__ACCOUNT__', '7', 'default', { steps })).rejects.toMatchObject({
      type: 'RETRYABLE',
    });
    expect(timers.waits).toEqual([]);
    expect(notes()).toEqual([
      ['not retried: the operation would time out before the delay of 60000 ms ends'],
    ]);
  });

  test('where the connection broke off before an answer', async () => {
    api.answer = inTurn((_request, response) => void response.socket?.destroy());
    const connector = connectorWith([{ codes: ['connection'] }]);
    expect(await connector.get('__ACCOUNT__', '7', 'default', { steps })).toMatchObject({ uid: '7' });
    expect(steps.map(({ failure }) => failure?.code ?? null)).toEqual(['connector.unavailable', null]);
  });
});

describe('what writes', () => {
  test('is repeated by its nature, or not: DELETE is, POST and PATCH are not', async () => {
    const connector = connectorWith([{ codes: ['503'] }]);
    api.answer = inTurn(busy());
    await connector.delete('__ACCOUNT__', '7', {});
    expect(api.seen.map(({ method }) => method)).toEqual(['DELETE', 'DELETE']);
    api.answer = busy();
    await expect(connector.create('__ACCOUNT__', { mail: 'm' }, {})).rejects.toMatchObject({
      type: 'RETRYABLE',
    });
    await expect(connector.update('__ACCOUNT__', '7', { mail: 'm' }, {})).rejects.toMatchObject({
      type: 'RETRYABLE',
    });
    expect(api.seen.map(({ method }) => method)).toEqual(['DELETE', 'DELETE', 'POST', 'PATCH']);
  });

  test('is repeated with one key, by which the remote knows it again', async () => {
    api.answer = inTurn(busy(), busy());
    const connector = connectorWith([{ codes: ['503'], idempotencyKey: 'Idempotency-Key' }]);
    expect(await connector.create('__ACCOUNT__', { mail: 'm' }, {})).toBe('7');
    await connector.create('__ACCOUNT__', { mail: 'm' }, {});
    const keys = api.seen.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });
});

describe('the host', () => {
  test('begins so many operations in a period as operationRateLimits says', async () => {
    const connector = connectorWith([], {
      operationRateLimits: { GET: { requestLimit: 2, requestPeriod: 1_000, requestTimeout: 1_500 } },
    });
    api.answer = inTurn();
    for (let count = 0; count < 5; count += 1) await connector.get('__ACCOUNT__', '7', 'default', {});
    expect(timers.waits).toEqual([1_000, 1_000]);
    await connector.delete('__ACCOUNT__', '7', {});
    expect(timers.waits).toHaveLength(2);
  });

  test('runs as many at the same time as poolConfigOption says; what waits too long fails with 503', async () => {
    let open = 0;
    let most = 0;
    api.answer = (request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        answerJson({ id: '7' })(request, response);
      }, 20);
    };
    const many = (pool: object) => {
      const objectTypes = { __ACCOUNT__: { schema, operations } };
      const properties = { serviceUri: api.origin, objectTypes };
      const { connector } = makeConnector(properties, {}, { poolConfigOption: pool });
      return Array.from({ length: 7 }, () => connector.get('__ACCOUNT__', '7', 'default', {}));
    };
    await Promise.all(many({ maxObjects: 3 }));
    expect(most).toBe(3);
    const ended = await Promise.allSettled(many({ maxObjects: 1, maxWait: 30 }));
    const refused = ended.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(2);
    expect(refused[0]).toMatchObject({ reason: { type: 'RETRYABLE', code: 'connector.unavailable' } });
  });
});
