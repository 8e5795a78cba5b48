import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClientFindings, loadWorkspace, openWorkspaceManifest } from '#main/workspace/index.ts';
import { sampleWorkspace } from '#test/support/engine.ts';
import { openedWorkspace } from '#test/support/opened-workspace.ts';

const file = 'oauth/clients/app.json';
const forEver = {
  client_id: 'app',
  redirect_uris: ['https://app.example.com/cb'],
  grant_types: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_method: 'none',
};

const open = (client: object) =>
  openedWorkspace({ 'gatehouse.json': { id: 'x', name: 'X' }, [file]: client });

test('what weakens a client is a problem of its file, with place, clause and what to do', () => {
  const problems = createClientFindings(open(forEver))();
  expect(problems).toContainEqual(
    expect.objectContaining({
      code: 'client.refresh-for-ever',
      severity: 'error',
      message: expect.stringContaining('app: '),
      cause: expect.stringMatching(/RFC/),
      location: expect.objectContaining({ file, line: expect.any(Number) }),
    }),
  );
  expect(problems.map(({ severity }) => severity)).not.toContain('notice');
});

test('is gone once the file is mended', () => {
  const workspace = open(forEver);
  const findings = createClientFindings(workspace);
  expect(findings().map(({ code }) => code)).toContain('client.refresh-for-ever');
  expect(findings()).toBe(findings());
  writeFileSync(join(workspace.directory, file), JSON.stringify({ ...forEver, roll_refresh_tokens: true }));
  workspace.rescan(new Set([file]));
  expect(findings().map(({ code }) => code)).not.toContain('client.refresh-for-ever');
});

test('the sample workspace has none', () => {
  const opened = loadWorkspace(openWorkspaceManifest(sampleWorkspace), () => null);
  onTestFinished(() => opened.close());
  expect(createClientFindings(opened)()).toEqual([]);
});
