import { describe, expect, test } from 'vitest';
import { createServedNames, type NameRules } from '#main/platform/served-names.ts';

const rules: NameRules = { service: 'gateway', bind: '127.0.0.1', allowedHosts: () => [] };
const serves = (host: string, changes: Partial<NameRules> = {}) =>
  createServedNames({ ...rules, ...changes }).serves(host);

describe('a service goes by', () => {
  test.each([
    'localhost',
    'LOCALHOST:9033',
    'api.localhost',
    'localhost.',
    '127.0.0.1:9033',
    '127.1.2.3',
    '[::1]:9033',
  ])('loopback names and addresses: %s', (host) => {
    expect(serves(host)).toBe(true);
  });

  test.each([
    'attacker.example',
    'attacker.example:9033',
    'localhost.attacker.example',
    '127.0.0.1.attacker.example',
    'notlocalhost',
    '192.168.1.7',
    '',
    ':9033',
    '[::1',
    'localhost@attacker.example',
    'localhost:9033:1',
  ])('nothing that a page or a forwarder made up: “%s”', (host) => {
    expect(serves(host)).toBe(false);
  });

  test('the address that it listens on, and any address where it listens on all', () => {
    expect(serves('192.168.1.7:9033', { bind: '192.168.1.7' })).toBe(true);
    expect(serves('192.168.1.8', { bind: '192.168.1.7' })).toBe(false);
    expect(serves('192.168.1.8', { bind: '0.0.0.0' })).toBe(true);
    expect(serves('[2001:db8::1]', { bind: '::' })).toBe(true);
    expect(serves('attacker.example', { bind: '0.0.0.0' })).toBe(false);
  });

  test('the host of its public address', () => {
    const publicUrl = 'https://API.example.com:8443/base';
    expect(serves('api.example.com', { publicUrl })).toBe(true);
    expect(serves('example.com', { publicUrl })).toBe(false);
  });

  test('names that somebody listed, and those below a domain', () => {
    const allowedHosts = () => ['Gatehouse', '*.corp.example'];
    expect(serves('gatehouse:9033', { allowedHosts })).toBe(true);
    expect(serves('a.b.corp.example', { allowedHosts })).toBe(true);
    expect(serves('corp.example', { allowedHosts })).toBe(false);
    expect(serves('evilcorp.example', { allowedHosts })).toBe(false);
  });

  test('what is listed now: a name that was taken away is refused from then on', () => {
    let allowed: readonly string[] = ['gatehouse'];
    const names = createServedNames({ ...rules, allowedHosts: () => allowed });
    expect(names.serves('gatehouse')).toBe(true);
    expect(names.serves('gatehouse')).toBe(true);
    allowed = [];
    expect(names.serves('gatehouse')).toBe(false);
  });
});
