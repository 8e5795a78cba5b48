import { describe, expect, test } from 'vitest';
import { type TrustFile, trustItems } from '#main/workspace/trust/find.ts';
import { trustKey } from '#shared/trust/index.ts';
import { type JsonValue, workspaceFileAt } from '#shared/workspace/index.ts';

/** The keys of what files would do, by their paths. */
function items(files: Readonly<Record<string, unknown>>): readonly string[] {
  return trustItems(filesOf(files)).map(trustKey);
}

const filesOf = (files: Readonly<Record<string, unknown>>): readonly TrustFile[] =>
  Object.entries(files).map(([file, value]) => ({
    kind: workspaceFileAt(file)?.format.kind ?? 'manifest',
    file,
    value: value as JsonValue,
  }));

describe('what a workspace would do', () => {
  test('an ordinary one on this machine does nothing', () => {
    const loopback = {
      'gatehouse.json': {
        services: {
          gateway: { bind: '127.0.0.1' },
          platform: { bind: 'localhost' },
          connectorHost: { bind: '::1' },
        },
      },
      'webhooks/own.json': { url: 'http://localhost:9000/hook' },
      'platforms/sandbox.json': {
        base_url: '&{services.platform}',
        token_endpoint: '&{services.authorizationServer}/t',
      },
      'connectors/provisioner.openicf-hr.json': {
        configurationProperties: { serviceUri: '&{services.sampleUpstreams}/hr', authToken: '&{hr.token}' },
      },
      'routes/10-orders.json': { baseURI: 'http://[::1]:9035', handler: { type: 'ReverseProxyHandler' } },
      'oauth/clients/web.json': { redirect_uris: ['https://client.example/cb'] },
    };
    expect(items(loopback)).toEqual([]);
  });

  test('attack cases of its own, by their file; the hosts in them are never reached', () => {
    const cases = [{ id: 'ZZ-01', explain: 'See https://stranger.example/' }];
    expect(items({ 'attacks/own.json': cases })).toEqual(['attack attacks/own.json']);
  });

  test('the origins at which a sign-in types, and none of its own addresses, to which nothing is sent', () => {
    const target = { issuer: 'http://127.0.0.1:8080', sign_in: { origins: ['https://login.example'] } };
    const signIn = { title: 'x', steps: [{ type: 'navigate', url: 'https://stranger.example/' }] };
    expect(items({ 'targets/ours.json': target, 'sign-ins/ours.json': signIn })).toEqual([
      'destination login.example',
    ]);
  });

  test('the manifest: addresses for others, a proxy wherever it is, CA files, validators', () => {
    const manifest = {
      services: {
        gateway: { bind: '0.0.0.0', publicUrl: 'https://gateway.example/' },
        authorizationServer: {
          passwordValidators: [
            { id: 'users', type: 'users' },
            { id: 'ours', type: 'http', url: 'http://127.0.0.1:8080/check' },
          ],
        },
      },
      network: { proxy: { url: 'http://127.0.0.1:3128' }, caFiles: ['ca.pem'] },
    };
    expect(items({ 'gatehouse.json': manifest })).toEqual([
      'ca-file ca.pem',
      'destination gateway.example',
      'listen gateway 0.0.0.0',
      'proxy 127.0.0.1:3128',
      'validator http://127.0.0.1:8080/check',
    ]);
  });

  test('every environment counts: which one will be in force is chosen later', () => {
    const files = {
      'gatehouse.json': { services: { platform: { bind: '&{bind}' } } },
      'environments/dev.json': { variables: { bind: '127.0.0.1', api: 'http://localhost:1' } },
      'environments/stage.json': {
        variables: { bind: '0.0.0.0', api: 'https://api.stage.example' },
        services: { gateway: { bind: '192.0.2.1' } },
      },
      'routes/10-api.json': { baseURI: '&{api}', handler: 'ClientHandler' },
    };
    expect(items(files)).toEqual([
      'destination api.stage.example',
      // Without an environment the variable stands for nothing that is known.
      'elsewhere routes/10-api.json',
      'listen gateway 192.0.2.1',
      'listen platform &{bind}',
      'listen platform 0.0.0.0',
    ]);
  });

  test('files that name servers', () => {
    const files = {
      'oauth/clients/web.json': {
        request_uris: ['https://requests.example/r'],
        client_uri: 'https://about.example',
      },
      'oauth/identity-providers/corp.json': { issuer: 'https://idp.example' },
      'webhooks/audit.json': { url: 'https://Hooks.Example:8443/x' },
      'targets/live.json': {
        issuer: 'https://as.example',
        token_endpoint: 'https://token.example/t',
        clients: [{ redirect_uris: ['https://client.example/cb'] }],
        proxy: { url: 'http://proxy.example:3128' },
        ca_files: ['live.pem'],
      },
      'flows/own.json': {
        script: { steps: [{ request: { origin: 'https://rs.example' } }, { request: { origin: '{{as}}' } }] },
      },
      'connectors/provisioner.openicf-hr.json': {
        configurationProperties: {
          serviceUri: 'https://hr.example/api',
          tokenEndpoint: 'https://login.example/t',
          httpProxyHost: 'relay.example',
          objectTypes: { __ACCOUNT__: { operations: { GET: { path: 'https://other.example/{uid}' } } } },
        },
      },
    };
    expect(items(files)).toEqual([
      'ca-file live.pem',
      'destination as.example',
      'destination hooks.example',
      'destination hr.example',
      'destination idp.example',
      'destination login.example',
      'destination other.example',
      'destination requests.example',
      'destination rs.example',
      'destination token.example',
      'proxy proxy.example:3128',
      'proxy relay.example:80',
    ]);
  });

  test.each([
    ['no slashes', 'https:evil.example/x', 'destination evil.example'],
    ['backslashes', 'https:\\\\evil.example/x', 'destination evil.example'],
    ['a line break within', 'https://evil.exa\nmple/x', 'destination evil.example'],
    ['full-width letters', 'https://ｅvil.example/x', 'destination evil.example'],
    ['letters of another script', 'https://bücher.example/x', 'destination xn--bcher-kva.example'],
    ['a user name that looks like a host', 'https://localhost@evil.example/', 'destination evil.example'],
    ['a number', 'http://3221225985/', 'destination 192.0.2.1'],
    ['a host of a variable', 'https://&{host}/x', 'elsewhere webhooks/w.json'],
    ['nothing but a variable', '&{hook}', 'elsewhere webhooks/w.json'],
  ])('an address with %s is read as it will be used', (_how, url, expected) => {
    expect(items({ 'webhooks/w.json': { url } })).toEqual([expected]);
  });

  test('a number that is loopback is this machine', () => {
    expect(items({ 'webhooks/w.json': { url: 'http://2130706433:1/' } })).toEqual([]);
  });

  test('scripts: by their file, or by the one in which they stand', () => {
    const policy = (config: object) => ({
      baseURI: 'http://127.0.0.1',
      handler: {
        config: {
          filters: [{ config: { throttlingRatePolicy: { type: 'ScriptableThrottlingPolicy', config } } }],
        },
      },
    });
    const files = {
      'routes/10-file.json': policy({ type: 'application/x-groovy', file: 'rate.groovy' }),
      'routes/20-inline.json': policy({ type: 'application/x-groovy', source: ['return', 'null'] }),
      'connectors/provisioner.openicf-hr.json': {
        systemActions: [{ scriptId: 'a', actions: [{ actionFile: 'hr.js' }, { actionSource: 'return 1' }] }],
      },
    };
    expect(items(files)).toEqual([
      'script connectors/provisioner.openicf-hr.json',
      'script routes/20-inline.json',
      'script scripts/hr.js',
      'script scripts/rate.groovy',
    ]);
  });

  test('a route without a base leads wherever requests are addressed', () => {
    expect(items({ 'routes/10-any.json': { handler: { type: 'ReverseProxyHandler' } } })).toEqual([
      'elsewhere routes/10-any.json',
    ]);
    expect(items({ 'routes/10-none.json': { handler: { type: 'StaticResponseHandler' } } })).toEqual([]);
  });

  test('each thing names the files that say so', () => {
    const webhook = { url: 'https://hooks.example' };
    expect(trustItems(filesOf({ 'webhooks/b.json': webhook, 'webhooks/a.json': webhook }))).toEqual([
      { kind: 'destination', value: 'hooks.example', files: ['webhooks/a.json', 'webhooks/b.json'] },
    ]);
  });
});
