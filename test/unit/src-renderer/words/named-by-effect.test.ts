import { describe, expect, test } from 'vitest';
import { files as germanFiles } from '#renderer/words/de/files.ts';
import { serverForm as germanServerForm } from '#renderer/words/de/flows.ts';
import { home as germanHome } from '#renderer/words/de/home.ts';
import { files } from '#renderer/words/en/files.ts';
import { serverForm } from '#renderer/words/en/flows.ts';
import { home } from '#renderer/words/en/home.ts';

const english = { files, serverForm, home };
const german = {
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
});
