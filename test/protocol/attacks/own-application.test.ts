import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { attackServer } from './attack-server.ts';
import { type Care, type ForeignApplication, startApplication } from './passport-application.ts';

let application: ForeignApplication | undefined;
afterEach(() => application?.close());

async function verdicts(care: Care) {
  const { as, described } = (application = await startApplication(care));
  const file = { ...as.file, application: described };
  const { cases } = await attackServer(as.issuer, file, ['AR-11', 'XC-06']);
  return Object.fromEntries(cases.map(({ id, verdict }) => [id, verdict]));
}

test('an application that binds answers to its requests, and sends people to its own pages, passes', async () => {
  expect(await verdicts({ isBound: true, isOwnPath: true })).toEqual({
    'AR-11': 'PASSED',
    'XC-06': 'PASSED',
  });
});

test('an application that compares no state is caught by what it sends and by what it takes', async () => {
  const { as, described } = (application = await startApplication({ isBound: false, isOwnPath: true }));
  const { cases } = await attackServer(as.issuer, { ...as.file, application: described }, ['AR-11']);
  const found = cases[0]?.variants.map(({ name, verdict }) => [name, verdict]);
  expect(found).toEqual([
    ['what it sends', 'FAILED'],
    ['what it takes', 'FAILED'],
  ]);
});

test('one that takes the answer to the request of an attacker signs the victim in as the attacker', async () => {
  expect(await verdicts({ isBound: false, isOwnPath: true })).toEqual({
    'AR-11': 'FAILED',
    'XC-06': 'PASSED',
  });
});

test('one that sends people wherever its parameter says is found', async () => {
  expect(await verdicts({ isBound: true, isOwnPath: false })).toEqual({
    'AR-11': 'PASSED',
    'XC-06': 'FAILED',
  });
});

test('a password is typed at the server alone, wherever the application sends the browser', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.url === '/login')
      response
        .writeHead(302, { location: `http://localhost:${portOf(server)}/sign-in?state=${'s'.repeat(20)}` })
        .end();
    else
      response.end('<form method="post"><input name="u" type="text"><input name="p" type="password"></form>');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { as, described } = (application = await startApplication({ isBound: true, isOwnPath: true }));
  onTestFinished(() => void server.close());
  const own = { ...described, start: `http://127.0.0.1:${portOf(server)}/login` };
  const { cases } = await attackServer(as.issuer, { ...as.file, application: own }, ['AR-11']);
  expect(cases[0]?.verdict).toBe('INCONCLUSIVE');
  expect(new Set(asked)).toEqual(new Set(['GET /login']));
});

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
