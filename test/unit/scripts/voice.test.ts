import { describe, expect, test } from 'vitest';
import { catalogueTexts } from '../../../scripts/support/catalogue-texts.ts';
import { labelPaths } from '../../../scripts/support/label-paths.ts';
import { catalogueFaults, voiceFaults } from '../../../scripts/support/voice.ts';

/** Sentences that a technical writer found on the screens, and the better ones. */
const rewritten: readonly (readonly [found: string, better: string])[] = [
  [
    'Ask its remote whether it takes the credentials.',
    'Check that the remote system accepts your credentials.',
  ],
  [
    'Hold a recording to the contract / See what of it a later date breaks.',
    'Check a recording against the API contract / See what a later version breaks.',
  ],
  ['Try a route on traffic, in virtual time.', 'Simulate traffic against a route; nothing is sent.'],
  ['A trace names the rule that shut the gate.', 'See which check rejected the request.'],
  ['look at both its sides', 'inspect request and response'],
  [
    'All of them are done. The list can be hidden; Help brings it back.',
    'All done. Hide this list; reopen it from Help.',
  ],
  ['Nothing here answers to that.', 'No results.'],
  ['happened where nobody could look', 'Not observable from here'],
  [
    'What stands here: Its request and response will stand here once the run gets to it.',
    'Waiting for this step to run.',
  ],
  [
    'my-app has no redirect URI that leads to Gatehouse.',
    'my-app has no redirect URI that Gatehouse can receive. [Add http://127.0.0.1:9035/cb]',
  ],
  ['These bytes cannot be told apart into fields', 'This request can’t be shown as fields'],
  ['Answer is kept by nobody', 'Response is not cacheable (no-store)'],
  ['Answer is framed, kept and read by nobody else', 'Response can’t be framed, cached or read cross-origin'],
  ['Users and clients are told apart', 'Subject can’t be mistaken for a client'],
  [
    'Redirect URI is absolute, without fragment, and one to go to',
    'Redirect URI is absolute, has no fragment and uses an allowed scheme',
  ],
  ['Request is taken up', 'Authorization transaction started'],
  ['Says on the ground of what the client asks for a token.', 'The grant the client is using.'],
  [
    'Shows the secret behind the challenge: who has it began this flow.',
    'Proves that the client redeeming the code started the flow.',
  ],
  ['A whole token is left (failed)', 'No token left in the bucket'],
  ['Carry refill over as the model product does', 'Carry over fractional refill (product behaviour)'],
  ['Clean every', 'Remove idle buckets every'],
  ['Expected of this policy', 'Policy checks'],
  ['The limit has to be learnt first.', 'Rate limit unknown; measured during the load.'],
  [
    'Suggested, 90% sure: The column has a name that is used for it, written otherwise.',
    'Suggested (90%): column name closely matches.',
  ],
  ['Expired as it is loaded', 'Already expired on load'],
  ['Sent, and worth a look', 'Will be sent, with warnings'],
  ['Mend the cause, then resume', 'Fix the cause, then resume'],
  ['Loosen the filters', 'Clear some filters'],
  ['Hold the workspace to it', 'Pin the workspace to this date'],
  [
    '46 rules without a target · 15 cannot be found by any rule',
    '46 rules not applicable · 15 changes not detectable',
  ],
  ['takes requests', 'Ready'],
  ['Sample answer / Nothing', 'Sample response / Blank'],
  [
    'Refresh tokens roll / Access token lives, in seconds',
    'Rotate refresh tokens / Access token lifetime (seconds)',
  ],
  ['Users are not asked for consent / Nothing is doubtful.', 'Skip consent / No issues found'],
  [
    '2 live tokens of 0 grants are refused from then on. Undo brings all of it back, as long as the tokens live.',
    '2 active tokens will be rejected. You can undo this until they expire.',
  ],
  [
    'Nothing to do. Where the file lay in version control the former text is still known: change the secret.',
    'No action needed. If this file was ever committed, rotate the secret.',
  ],
];

describe('the lint of the catalogues', () => {
  test.each(rewritten)('%s', (found, better) => {
    expect(voiceFaults(found)).not.toEqual([]);
    expect(voiceFaults(better)).toEqual([]);
  });

  test('counts the words of each sentence', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
    expect(voiceFaults(`${words(25)}. ${words(25)}.`)).toEqual([]);
    expect(voiceFaults(`${words(3)}. ${words(26)}.`)).toEqual([expect.stringMatching(/^26 words/)]);
  });

  test('finds no exclamation and no three points', () => {
    expect(voiceFaults('Done!')).toHaveLength(1);
    expect(voiceFaults('Saving...')).toHaveLength(1);
    expect(voiceFaults('Saving…')).toEqual([]);
  });

  test('reads the texts of a catalogue with their names, and N for what a function fills in', () => {
    const source = [
      "import { other } from './other.ts';",
      '/** A comment with a “text”. */',
      'export const runs = {',
      '  runs: {',
      "    title: 'Runs',",
      '    states: {',
      "      done: 'Done',",
      '    },',
      '    count: (count: number) =>',
      "      count === 1 ? '1 run' : `${count} runs of ${'x'.repeat(count)}`,",
      '  },',
      '};',
    ].join('\n');
    expect(catalogueTexts(source)).toEqual([
      { path: 'runs.title', text: 'Runs' },
      { path: 'runs.states.done', text: 'Done' },
      { path: 'runs.count', text: '1 run' },
      { path: 'runs.count', text: 'N runs of N' },
    ]);
  });
});

test('a line of help has at most 20 words', () => {
  const text = `Set ${Array.from({ length: 19 }, () => 'it').join(' ')}`;
  expect(catalogueFaults('form.nameHelp', text)).toEqual([]);
  expect(catalogueFaults('form.nameHelp', `${text} too`)).toEqual(['21 words of help']);
  expect(catalogueFaults('form.name', `${text} too`)).toEqual([]);
});

test('a label has at most 4 words, the name that it is filled with apart', () => {
  expect(catalogueFaults('rows.act', 'Open last good run', true)).toEqual([]);
  expect(catalogueFaults('rows.act', 'Value for all rows: N', true)).toEqual([]);
  expect(catalogueFaults('rows.act', 'Open the last good run', true)).toEqual(['5 words on a label']);
  expect(catalogueFaults('rows.hint', 'Open the last good run')).toEqual([]);
});

test('labels are the texts on buttons and before fields', () => {
  const source = `
    const messages = flowMessages.flows;
    export const Part = () => (
      <>
        <Button onPress={() => go(messages.note)}>{messages.run}</Button>
        <TextField label={sharedMessages.common.name} help={messages.nameHelp} />
        <SmallGhostButton>{messages.rows.open(name)}</SmallGhostButton>
        <Checkbox label={messages.tick} />
        <p>{messages.text}</p>
      </>
    );`;
  expect(labelPaths('part.tsx', source)).toEqual(['flows.run', 'common.name', 'flows.rows.open']);
});
