import { describe, expect, test } from 'vitest';
import { rangeTag, sourceOf } from '#shared/exchange/index.ts';

describe('the source of traffic', () => {
  test.each([
    ['client', 'flowDebugger', ['run:3'], 'flows'],
    ['client', 'flowDebugger', ['attack:RU-21'], 'attacks'],
    ['server', 'authorizationServer', ['client:portal-web', rangeTag], 'attacks'],
    ['server', 'authorizationServer', ['client:portal-web'], 'live'],
    ['client', 'gateway', [], 'live'],
    ['client', 'connectorHost', [], 'connectors'],
    ['server', 'connectorHost', [], 'connectors'],
    ['client', 'platform', ['operation:token'], 'platform'],
    ['client', 'replay', [], 'resent'],
    ['server', 'imported', [], 'imported'],
  ] as const)('%s %s %j: %s', (side, service, tags, source) => {
    expect(sourceOf({ side, service, tags })).toBe(source);
  });
});
