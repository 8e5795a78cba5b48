import { decodeJwt, jwtVerify } from 'jose';
import { afterEach, describe, expect, test } from 'vitest';
import { storeSecret } from '#main/workspace/index.ts';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { connectorFiles } from '#test/support/sample-connector.ts';
import { startedAnew } from '#test/support/started.ts';

const file = 'connectors/provisioner.openicf-hr.json';
const secret = Buffer.alloc(32, 5);
const k = secret.toString('base64url');

let running: TestEngine;
const api = startedAnew(() => startRemote(answerJson({ id: '7' })));
afterEach(() => running.stop());

async function begin(properties: Readonly<Record<string, unknown>>, seal: boolean): Promise<void> {
  const files = connectorFiles(({ configurationProperties }) => {
    Object.assign(configurationProperties, {
      serviceUri: api.origin,
      authenticationMethod: 'JWT_TOKEN',
      jwtAlgorithm: 'HS256',
      jwtExpiration: 5,
      ...properties,
    });
  });
  running = await startTestEngine({ files, seal });
  await running.engine.connectors();
}

const system = async () => (await running.engine.connectors()).systems.system('hr');
const textOfFile = () => running.engine.editor.read(file).text;
const sent = () => api.seen[0]?.headers.authorization?.split(' ')[1] ?? '';
const codes = () => running.engine.problems().map(({ code, location }) => `${code} ${location?.pointer}`);

describe('a key that stands in the document as an object', () => {
  test('is told to stand in clear, is shown masked, and signs', async () => {
    await begin({ jwtKey: { kty: 'oct', k } }, false);
    expect(codes()).toContain('secret.in-clear /configurationProperties/jwtKey');
    expect(textOfFile()).not.toContain(k);
    await (await system())?.connector?.test({});
    await jwtVerify(sent(), secret);
  });

  test('is sealed whole, and signs from the store', async () => {
    await begin({ jwtKey: { kty: 'oct', k, kid: 'planted-kid' } }, true);
    expect(textOfFile()).not.toMatch(/planted-kid|"kty"/);
    expect(textOfFile()).toContain('"jwtKey": "&{');
    await (await system())?.connector?.test({});
    const { protectedHeader } = await jwtVerify(sent(), secret);
    expect(protectedHeader.kid).toBe('planted-kid');
  });

  test('keeps its references when it is sealed: what is in clear beside them is stored by itself', async () => {
    await begin({ jwtKey: { kty: 'oct', k, kid: '&{kid.name}' } }, true);
    expect(textOfFile()).toContain('"kid": "&{kid.name}"');
    expect(textOfFile()).not.toContain(k);
    expect((await system())?.problems.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(
      'workspace.unknown-variable /configurationProperties/jwtKey/kid',
    );
  });

  test('has stored secrets filled in, and so have the claims', async () => {
    await begin({ jwtKey: { kty: 'oct', k: '&{hr.key}' }, jwtClaims: { aud: '&{hr.audience}' } }, true);
    const { workspace, secrets } = running.engine;
    await storeSecret(workspace, secrets, { name: 'hr.key', value: k });
    expect(codes()).toContain('workspace.unknown-variable /configurationProperties/jwtClaims/aud');
    await eventually(async () =>
      expect((await system())?.problems.map(({ pointer }) => pointer)).not.toContain(
        '/configurationProperties/jwtKey/k',
      ),
    );
  });

  test('has variables filled in, in the claims too', async () => {
    await begin(
      {
        jwtKey: JSON.stringify({ kty: 'oct', k, kid: '&{services.connectorHost}' }),
        jwtClaims: { aud: ['&{services.connectorHost}'] },
      },
      false,
    );
    const { variables } = await running.engine.connectors();
    const name = variables()['services.connectorHost'];
    await (await system())?.connector?.test({});
    expect(decodeJwt(sent()).aud).toEqual([name]);
    expect((await jwtVerify(sent(), secret)).protectedHeader.kid).toBe(name);
  });

  test('is wrong at its place if it is no JWK, and its connector is among the problems', async () => {
    await begin({ jwtKey: { 'x y': 7 } }, true);
    expect(codes()).toContain('connector.invalid /configurationProperties/jwtKey');
  });
});
