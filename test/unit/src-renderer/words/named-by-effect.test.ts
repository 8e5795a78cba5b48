import { describe, expect, test } from 'vitest';
import { importLoad as germanLoad } from '#renderer/words/de/consents-load.ts';
import { contractHistory as germanContract } from '#renderer/words/de/contract.ts';
import { files as germanFiles } from '#renderer/words/de/files.ts';
import { serverForm as germanServerForm } from '#renderer/words/de/flows.ts';
import { home as germanHome } from '#renderer/words/de/home.ts';
import { importLoad } from '#renderer/words/en/consents-load.ts';
import { contractHistory as contract } from '#renderer/words/en/contract.ts';
import { files } from '#renderer/words/en/files.ts';
import { serverForm } from '#renderer/words/en/flows.ts';
import { home } from '#renderer/words/en/home.ts';

const english = { importLoad, contract, files, serverForm, home };
const german = {
  importLoad: germanLoad,
  contract: germanContract,
  files: germanFiles,
  serverForm: germanServerForm,
  home: germanHome,
};

describe.each([
  ['in English', english],
  ['in German', german],
])('acts are named by their effect, %s', (_, words) => {
  test('a client or user of another server is entered, one of the workspace is added', () => {
    const { addClient, addUser } = words.serverForm.serverForm;
    const { client, user } = words.files.files.addTitles;
    const ofWorkspace = [words.home.home.firstRun.addClient, ...words.home.home.missing.client, client, user];
    expect(ofWorkspace).not.toContain(addClient);
    expect(ofWorkspace).not.toContain(addUser);
  });

  test('an act on a group that has one member says “this” and no count', () => {
    const { excludeGroup } = words.importLoad.importLoad.check;
    const { fixAll } = words.contract.findings;
    for (const name of [excludeGroup, fixAll]) {
      expect(name(1)).toMatch(/\bthis\b|\bDiese/i);
      expect(name(1)).not.toContain('1');
      expect(name(2)).toContain('2');
    }
  });
});
