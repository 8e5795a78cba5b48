import { describe, expect, test } from 'vitest';
import { type AttackCheck, judge, type Verdict, verdictOf } from '#shared/attacks/index.ts';
import {
  callback,
  evidenceFrom,
  jsonError,
  type Transcript,
  type WrittenAnswer,
} from '#test/support/attack-evidence.ts';

/** The verdict of a variant that asks this one thing of the step `attack`. */
function verdict(check: AttackCheck, transcript: Transcript): Verdict {
  const found = judge(check, evidenceFrom(transcript));
  return verdictOf([{ ...found, isShould: false, step: check.step }], false);
}

const answer = (is: string | string[]): AttackCheck => ({ check: 'answer', step: 'attack', is });
const status = (...allowed: number[]): AttackCheck => ({ check: 'status', step: 'attack', in: allowed });
const token = { access_token: 'a', token_type: 'Bearer' };
const tokens: WrittenAnswer = { status: 200, body: JSON.stringify(token) };
const page = (code: number): WrittenAnswer => ({
  status: code,
  request: { method: 'GET', address: 'as /authorize' },
});

describe('refused with another code is a WARNING', () => {
  test.each<[string, AttackCheck, Transcript, Verdict]>([
    ['as expected', answer('J400(invalid_grant)'), { answers: [jsonError('invalid_grant')] }, 'PASSED'],
    [
      'an error that may be kept, of another server: it holds no token',
      answer('J400(invalid_grant)'),
      { answers: [{ body: '{"error":"invalid_grant"}', headers: ['Content-Type', 'application/json'] }] },
      'PASSED',
    ],
    ['another error', answer('J400(invalid_grant)'), { answers: [jsonError('invalid_request')] }, 'WARNING'],
    [
      'another status',
      answer('J400(invalid_grant)'),
      { answers: [jsonError('invalid_grant', 403)] },
      'WARNING',
    ],
    [
      'another error that may be kept',
      answer('J400(invalid_grant)'),
      { answers: [{ body: '{"error":"invalid_request"}' }] },
      'WARNING',
    ],
    [
      'a page for a token request',
      answer('J400(invalid_grant)'),
      { answers: [{ body: '<h1>No</h1>' }] },
      'WARNING',
    ],
    [
      'another error at the client',
      answer('REDIR(invalid_scope)'),
      { end: callback('error=invalid_request') },
      'WARNING',
    ],
    [
      'a page in place of an error at the client',
      answer('REDIR(invalid_scope)'),
      { answers: [page(400)], end: { end: 'page', message: '' } },
      'WARNING',
    ],
    [
      'another challenge',
      answer('RS403(insufficient_scope)'),
      { answers: [{ status: 401, headers: ['WWW-Authenticate', 'Bearer error="invalid_token"'] }] },
      'WARNING',
    ],
    ['another status than those listed', status(403, 421), { answers: [{ status: 400 }] }, 'WARNING'],
  ])('%s', (_name, check, transcript, wanted) => {
    expect(verdict(check, transcript)).toBe(wanted);
  });
});

describe('what got through, or helps the attacker, stays FAILED', () => {
  test.each<[string, AttackCheck, Transcript]>([
    ['a token', answer('J400(invalid_grant)'), { answers: [tokens] }],
    [
      'a token with a status of refusals',
      answer('J400(invalid_grant)'),
      { answers: [{ ...tokens, status: 400 }] },
    ],
    [
      'a token with the status of a server that broke',
      answer('REFUSED'),
      { answers: [{ ...tokens, status: 500 }] },
    ],
    ['a code', answer(['REDIR(invalid_scope)', 'PAGE']), { end: callback('code=c&state=s') }],
    ['a code beside an error', answer(['REDIR(invalid_scope)', 'PAGE']), { end: callback('error=x&code=c') }],
    [
      'an error sent to an address that was never registered',
      answer('REDIR(invalid_scope)'),
      { end: callback('error=invalid_request', 'https://evil.example/cb') },
    ],
    [
      'an error sent on where only a page may come',
      answer('PAGE'),
      { end: callback('error=invalid_request') },
    ],
    ['a resource without a challenge', answer('RS401(invalid_token)'), { answers: [{ status: 401 }] }],
    [
      'a token of which only the scope did not do',
      answer('RS401()'),
      { answers: [{ status: 403, headers: ['WWW-Authenticate', 'Bearer error="insufficient_scope"'] }] },
    ],
    ['a resource that answers', answer('RS401(invalid_token)'), { answers: [{ status: 200 }] }],
    ['a status that is no refusal', status(403, 421), { answers: [{ status: 200 }] }],
    ['a redirect that is no refusal', status(400), { answers: [{ status: 302 }] }],
    ['a refusal where the flow had to work', answer('TOKENS'), { answers: [jsonError('invalid_grant')] }],
  ])('%s', (_name, check, transcript) => {
    expect(verdict(check, transcript)).toBe('FAILED');
  });
});

describe('a refusal that lacks words has refused all the same; our own server promises them', () => {
  const json = ['Content-Type', 'application/json'];

  test.each<[string, AttackCheck, Transcript, Verdict]>([
    [
      'another state',
      answer('REDIR(invalid_scope)'),
      { end: callback('error=invalid_scope&state=t'), values: { state: 's' } },
      'WARNING',
    ],
    [
      'no challenge',
      answer('J401(invalid_client)'),
      { answers: [{ ...jsonError('invalid_client', 401), request: { hasAuthorization: true } }] },
      'WARNING',
    ],
    [
      'a description in quotes',
      answer('J400(invalid_grant)'),
      { answers: [{ body: '{"error":"invalid_grant","error_description":"\\"no\\""}', headers: json }] },
      'WARNING',
    ],
    // RFC 6749 §5.1 demands it of tokens, and §5.2 of nothing.
    [
      'nothing of caches',
      answer('J400(invalid_grant)'),
      { answers: [{ body: '{"error":"invalid_grant"}', headers: json }] },
      'PASSED',
    ],
  ])('%s', (_name, check, transcript, wanted) => {
    expect(verdict(check, transcript)).toBe(wanted);
    expect(verdict(check, { ...transcript, events: [] })).toBe('FAILED');
  });

  test('what only our own server promises is not asked of others', () => {
    const check: AttackCheck = {
      check: 'header',
      step: 'attack',
      name: 'cache-control',
      matches: '/no-store/',
      isOwnRule: true,
    };
    expect(judge(check, evidenceFrom({ answers: [page(400)] })).outcome).toBe('unknown');
    expect(judge(check, evidenceFrom({ answers: [page(400)], events: [] })).outcome).toBe('broken');
  });
});

describe('404, 405 and 421 are refusals only where the control got 2xx or 3xx at the same address and method', () => {
  const gone = (code: number, method = 'POST'): WrittenAnswer => ({
    status: code,
    request: { method, address: 'as /elsewhere' },
  });
  const header: AttackCheck = {
    check: 'header',
    step: 'attack',
    name: 'cache-control',
    matches: '/no-store/',
  };
  const lacks: AttackCheck = { check: 'body', step: 'attack', has: [], lacks: ['evil.example'] };
  const noInjection: AttackCheck = { check: 'no-injection', step: 'attack', lacks: 'x-injected' };

  test.each<[string, AttackCheck]>([
    ['any refusal', answer('REFUSED')],
    ['a page', answer('PAGE')],
    ['an error', answer('J400(invalid_grant)')],
    ['a status', status(200, 400, 404)],
    ['a header', header],
    ['what a body must not hold', lacks],
    ['headers that were not injected', noInjection],
  ])('%s', (_name, check) => {
    for (const code of [404, 405, 421]) {
      expect(verdict(check, { answers: [gone(code)] })).toBe('INCONCLUSIVE');
      expect(verdict(check, { answers: [gone(code)], reached: ['GET as /elsewhere'] })).toBe('INCONCLUSIVE');
    }
  });

  test('are, where it did', () => {
    const reached = ['POST as /elsewhere'];
    expect(verdict(answer('REFUSED'), { answers: [gone(404)], reached })).toBe('PASSED');
    expect(verdict(status(400, 404), { answers: [gone(404)], reached })).toBe('PASSED');
    expect(verdict(answer('J400(invalid_grant)'), { answers: [gone(404)], reached })).toBe('WARNING');
    expect(verdict(lacks, { answers: [gone(404)], reached })).toBe('PASSED');
  });

  test('are, where the method is the attack and the address answered another one', () => {
    const check: AttackCheck = { check: 'status', step: 'attack', in: [400, 404, 405], ofMethod: true };
    expect(verdict(check, { answers: [gone(405, 'PUT')], reached: ['GET as /elsewhere'] })).toBe('PASSED');
    expect(verdict(check, { answers: [gone(405, 'PUT')] })).toBe('INCONCLUSIVE');
  });

  test('say nothing of a later step that could not be sent', () => {
    const others = { before: [gone(404)] };
    expect(verdict(answer('REFUSED'), { blockedBy: 'before', others })).toBe('INCONCLUSIVE');
  });

  test('hide nothing that was found', () => {
    expect(verdict(lacks, { answers: [{ ...gone(404), body: 'https://evil.example/' }] })).toBe('FAILED');
  });
});

describe('5xx, a reset and no answer are no refusals', () => {
  const broken: readonly WrittenAnswer[] = [
    { status: 500 },
    { status: 503 },
    { status: null, failure: 'read ECONNRESET' },
    { status: null, failure: 'No response was received.' },
  ];

  test.each<[string, AttackCheck]>([
    ['any refusal', answer('REFUSED')],
    ['a page', answer('PAGE')],
    ['an error', answer('J400(invalid_grant)')],
    ['an error at the client', answer('REDIR(invalid_request)')],
    ['a status', status(400, 404, 405)],
    ['a status, one of 5xx among them', status(400, 500, 503)],
    ['headers that were not injected', { check: 'no-injection', step: 'attack', lacks: 'x-injected' }],
    [
      'a header of the refusal',
      { check: 'header', step: 'attack', name: 'cache-control', matches: '/no-store/' },
    ],
  ])('%s: WARNING where nothing was issued, FAILED where something was', (_name, check) => {
    for (const each of broken) {
      expect(verdict(check, { answers: [each] })).toBe('WARNING');
      expect(verdict(check, { answers: [each], events: [] })).toBe('WARNING');
      expect(verdict(check, { answers: [each], events: ['token.issued'] })).toBe('FAILED');
      expect(verdict(check, { answers: [each], events: ['code.issued'] })).toBe('FAILED');
    }
  });

  test('nor of a later step', () => {
    const others = { before: [{ status: 500 }] };
    expect(verdict(answer('REFUSED'), { blockedBy: 'before', others })).toBe('WARNING');
    expect(verdict(answer('TOKENS'), { blockedBy: 'before', others })).toBe('FAILED');
  });

  test('a flow that had to work and broke is FAILED', () => {
    expect(verdict(answer('TOKENS'), { answers: [{ status: 500 }] })).toBe('FAILED');
  });
});

describe('a challenge is asked for where the credentials stood in the Authorization header. RFC 6749 §5.2', () => {
  const check = answer('J401(invalid_client)');
  const inHeader = { hasAuthorization: true };
  const challenge = ['WWW-Authenticate', 'Basic realm="as"'];

  test.each<[string, WrittenAnswer, Verdict]>([
    [
      'header, 401, challenge',
      { ...jsonError('invalid_client', 401, challenge), request: inHeader },
      'PASSED',
    ],
    ['header, 401, none', { ...jsonError('invalid_client', 401), request: inHeader }, 'WARNING'],
    ['header, 400', { ...jsonError('invalid_client', 400), request: inHeader }, 'WARNING'],
    ['elsewhere, 401, none', jsonError('invalid_client', 401), 'PASSED'],
    ['elsewhere, 401, challenge', jsonError('invalid_client', 401, challenge), 'PASSED'],
    ['elsewhere, 400', jsonError('invalid_client', 400), 'PASSED'],
    ['elsewhere, another error', jsonError('invalid_request', 400), 'WARNING'],
  ])('%s', (_name, each, wanted) => {
    expect(verdict(check, { answers: [each] })).toBe(wanted);
  });
});

describe('Appendix A of RFC 6749 decides what state may hold', () => {
  const came = (state: string, parameters: Record<string, string> = {}): AttackCheck => ({
    check: 'callback',
    step: 'attack',
    parameters: { ...parameters, state },
    in: 'any',
    orAbsent: false,
  });
  const refusedByPage: Transcript = { answers: [page(400)], end: { end: 'page', message: '' } };
  const refusedAtClient: Transcript = { end: callback('error=invalid_request') };

  test.each(['x\r\nX-Injected: evil', '😀 état', 'tab\there', '\u0001'])('%j may be refused', (state) => {
    expect(verdict(came(state), refusedByPage)).toBe('PASSED');
    expect(verdict(came(state), refusedAtClient)).toBe('PASSED');
    expect(verdict(came(state), { end: callback(`code=c&state=${encodeURIComponent(state)}`) })).toBe(
      'PASSED',
    );
  });

  test.each(['x\r\nX-Injected: evil', '😀 état'])('%j may not come back changed, or be lost', (state) => {
    expect(verdict(came(state), { end: callback('code=c&state=x') })).toBe('FAILED');
    expect(verdict(came(state), { end: callback('error=invalid_request&state=x') })).toBe('FAILED');
    expect(verdict(came(state), { end: callback('code=c') })).toBe('FAILED');
  });

  test.each(['<script>alert(1)</script>', 'a&b=c%d#e', ' ~'])('%j has to come back', (state) => {
    expect(verdict(came(state), refusedByPage)).toBe('FAILED');
    expect(verdict(came(state), refusedAtClient)).toBe('FAILED');
    expect(verdict(came(state), { end: callback(`code=c&state=${encodeURIComponent(state)}`) })).toBe(
      'PASSED',
    );
  });
});
