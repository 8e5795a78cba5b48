import { describe, expect, test } from 'vitest';
import {
  comparedSteps,
  isOneSided,
  notableDifference,
  otherRun,
  recordOf,
} from '#renderer/features/flows/compare/compared-runs.ts';
import {
  canInspect,
  canReveal,
  chosenValue,
  operationsFor,
} from '#renderer/features/flows/run-values/operations.ts';
import { lifeLeft } from '#renderer/features/flows/run-values/token-lifetime.tsx';
import { valueState } from '#renderer/features/flows/run-values/value-state.ts';
import { exchangeIds } from '#renderer/features/flows/runs/use-run-files.ts';
import { stoppedService } from '#renderer/features/flows/start-problem.tsx';
import { run, step, value } from './runs.ts';

describe('the life of a value', () => {
  test('shrinks with the services’ clock, and is over when that was moved past its end', () => {
    expect(lifeLeft(0, 60_000, 0)).toBe(1);
    expect(lifeLeft(0, 60_000, 45_000)).toBe(0.25);
    expect(lifeLeft(0, 60_000, 3_600_000)).toBe(0);
    expect(lifeLeft(60_000, 60_000, 60_000)).toBe(0);
  });

  test('a token that was issued can be inspected; a verifier, or a token to come, cannot', () => {
    expect(canInspect(value())).toBe(true);
    expect(canInspect(value({ name: 'code' }))).toBe(true);
    expect(canInspect(value({ name: 'code_verifier' }))).toBe(false);
    expect(canInspect(value({ issuedAtMillis: null }))).toBe(false);
  });
});

describe('the state of a value', () => {
  const fresh = value({ state: 'not checked', tone: 'muted', expiresAtMillis: 60_000 });

  test('is that of the hosted server’s store where it is known there', () => {
    expect(valueState(fresh, null, 0)).toMatchObject({
      word: 'not checked',
      className: 'muted',
      isLive: true,
    });
    expect(valueState(fresh, 'valid', 0)).toMatchObject({ word: 'valid', className: 'c-ok', isLive: true });
    expect(valueState(fresh, 'revoked', 0)).toMatchObject({ className: 'c-danger', isLive: false });
    expect(valueState(fresh, 'used', 0)).toMatchObject({
      word: 'used up',
      className: 'muted',
      isLive: false,
    });
  });

  test('ends with its life, though the store was asked before', () => {
    expect(valueState(fresh, 'valid', 60_000)).toMatchObject({ word: 'expired', isLive: false });
  });

  test('a value that the client refuses or that was typed over is not the store’s to judge', () => {
    const refused = value({ state: 'invalid', tone: 'danger' });
    expect(valueState(refused, 'valid', 0)).toMatchObject({ word: 'invalid', className: 'c-danger' });
    expect(valueState({ ...fresh, isEdited: true }, 'valid', 0).word).toBe('edited');
  });
});

describe('the value that the drawer begins with', () => {
  const values = [
    value({ name: 'state', issuedAtMillis: null }),
    value({ name: 'code' }),
    value({ name: 'id_token' }),
    value(),
  ];

  test('is the one that was asked for, else the access token, else what can be taken apart', () => {
    expect(chosenValue(values, 'state')?.name).toBe('state');
    expect(chosenValue(values, null)?.name).toBe('access_token');
    expect(chosenValue(values, 'of another run')?.name).toBe('access_token');
    expect(chosenValue(values.slice(0, 3), null)?.name).toBe('code');
    expect(chosenValue(values.slice(0, 1), null)?.name).toBe('state');
    expect(chosenValue([], null)).toBeUndefined();
  });

  test('has a copy, unless it is to come or a stored secret', () => {
    expect(canReveal(value())).toBe(true);
    expect(canReveal(value({ preview: '' }))).toBe(false);
    expect(canReveal(value({ isStored: true }))).toBe(false);
  });
});

describe('what can be done with a value', () => {
  test('is asked of access tokens, and a refresh token is refreshed', () => {
    expect(operationsFor(value())).toEqual(['validate', 'introspect', 'revoke', 'resource']);
    expect(operationsFor(value({ name: 'b.access_token' }))).toContain('introspect');
    expect(operationsFor(value({ name: 'refresh_token' }))).toEqual(['refresh', 'revoke']);
  });

  test('is nothing where there is no token: for a verifier, or before one was issued', () => {
    expect(operationsFor(value({ name: 'code_verifier' }))).toEqual([]);
    expect(operationsFor(value({ preview: '' }))).toEqual([]);
  });
});

describe('comparing runs', () => {
  const [ten, eleven, twelve] = [
    run({ id: 'r10', number: 10 }),
    run({ id: 'r11', number: 11, kind: 'client-credentials' }),
    run({ id: 'r12', number: 12 }),
  ];

  test('takes the run before of the same flow, else the run before, else a later one', () => {
    expect(otherRun([twelve, eleven, ten], twelve)?.id).toBe('r10');
    expect(otherRun([twelve, eleven, ten], eleven)?.id).toBe('r10');
    expect(otherRun([twelve, eleven, ten], ten)?.id).toBe('r11');
    expect(otherRun([twelve], twelve)).toBeNull();
  });

  test('takes the server’s record of the step, for its trace', () => {
    expect(recordOf({ id: 'token', step: step() })).toBe('s5');
    expect(recordOf({ id: 'token', step: step({ serverExchangeId: null }) })).toBe('c5');
    expect(recordOf(null)).toBeNull();
  });

  test('pairs repeated steps by their number, and keeps those of one run alone', () => {
    const again = step({ id: 'token', serverExchangeId: 's6' });
    const resource = step({ id: 'resource', serverExchangeId: 's7' });
    const pairs = comparedSteps(run({ steps: [step(), again, resource] }), run({ steps: [step(), step()] }));
    expect(pairs.map(({ id, left, right }) => [id, recordOf(left), recordOf(right)])).toEqual([
      ['token', 's5', 's5'],
      ['token 2', 's6', 's5'],
      ['resource', 's7', null],
    ]);
    expect(pairs.map(isOneSided)).toEqual([false, false, true]);
    expect(notableDifference(pairs, new Set(['resource']))?.id).toBe('resource');
    const refused = comparedSteps(run(), run({ steps: [step({ state: 'failed', status: 400 })] }));
    expect(notableDifference([...pairs, ...refused], new Set(['resource']))).toBe(refused[0]);
  });

  test('an export holds each exchange of the run once and skips steps that were not reached', () => {
    const steps = [
      step(),
      step({ clientExchangeId: null }),
      step({ clientExchangeId: null, serverExchangeId: null }),
    ];
    expect(exchangeIds(run({ steps }))).toEqual(['c5', 's5']);
  });
});

test('only the service that the problem names is offered to be started', () => {
  const service = { url: null, port: 9031, requests: 0, errors: 0, problem: null };
  const services = [
    { ...service, key: 'authorizationServer' as const, state: 'stopped' as const },
    { ...service, key: 'sampleUpstreams' as const, state: 'stopped' as const },
  ];
  const problem = {
    code: 'flow.service-stopped',
    severity: 'error' as const,
    message: 'The sample client is not running.',
    location: { file: 'gatehouse.json', pointer: '/services/sampleUpstreams' },
  };
  expect(stoppedService(problem, services)?.key).toBe('sampleUpstreams');
  expect(stoppedService({ ...problem, code: 'flow.no-callback' }, services)).toBeUndefined();
});
