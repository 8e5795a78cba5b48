import { afterEach, describe, expect, test } from 'vitest';
import { weaknessCatalogue } from '#main/services/authorization-server/index.ts';
import { exchange, obtainCode } from '../parties.ts';
import { answerAttacks } from './answers.ts';
import { assertionAttacks } from './assertions.ts';
import { backChannelAttacks } from './back-channel.ts';
import { clientAssertionAttacks } from './client-assertions.ts';
import { documentAttacks } from './client-documents.ts';
import { dpopAttacks } from './dpop.ts';
import { frontChannelAttacks } from './front-channel.ts';
import { providerAttacks } from './identity-providers.ts';
import { jwtGrantAttacks } from './jwt-grants.ts';
import { logoutAttacks } from './logout.ts';
import { pushedRequestAttacks } from './pushed-requests.ts';
import { registrationAttacks } from './registration.ts';
import { requestGuardAttacks } from './request-guard.ts';
import { requestObjectAttacks } from './request-objects.ts';
import { begin, type Setting } from './setting.ts';
import { signedResponseAttacks } from './signed-responses.ts';
import { tokenAttacks } from './tokens.ts';

const attacks = {
  ...frontChannelAttacks,
  ...providerAttacks,
  ...answerAttacks,
  ...backChannelAttacks,
  ...tokenAttacks,
  ...clientAssertionAttacks,
  ...assertionAttacks,
  ...jwtGrantAttacks,
  ...dpopAttacks,
  ...requestGuardAttacks,
  ...logoutAttacks,
  ...pushedRequestAttacks,
  ...registrationAttacks,
  ...documentAttacks,
  ...requestObjectAttacks,
  ...signedResponseAttacks,
};
const all = weaknessCatalogue.map(({ id }) => id);

let setting: Setting;
afterEach(() => setting.as.close());

/** Stands a server with these weaknesses and tries the attack. */
async function attempt(id: string, weaknesses: readonly string[]): Promise<boolean> {
  setting = await begin(weaknesses);
  return (await attacks[id]?.(setting)) ?? false;
}

test('each weakness has its attack, and names the step that it replaces', async () => {
  setting = await begin([]);
  expect(Object.keys(attacks).toSorted()).toEqual(all.toSorted());
  expect(all.length).toBeGreaterThanOrEqual(40);
  expect(new Set(all).size).toBe(all.length);
  for (const { title, clause, pipeline, step } of weaknessCatalogue)
    for (const text of [title, clause, pipeline, step]) expect(text).not.toBe('');
});

describe.each(weaknessCatalogue)('$title', ({ id }) => {
  test('the attack fails while the weakness is off', async () => {
    expect(await attempt(id, [])).toBe(false);
  });

  test('it succeeds while the weakness is on, and the trace shows where', async () => {
    expect(await attempt(id, [id])).toBe(true);
    const traced = setting.as.recorded.flatMap(({ notes }) => notes.trace?.().rules ?? []);
    expect(traced.some(({ weakness }) => weakness === id)).toBe(true);
  });
});

test.each(['product', 'strict'] as const)(
  'in profile %s none is ever active, though all are named',
  async (profile) => {
    setting = await begin(all);
    setting.as.configure({ profile });
    expect(await attacks['redirect-uri-any']?.(setting)).toBe(false);
    expect(await attacks['code-not-bound']?.(setting)).toBe(false);
    const traced = setting.as.recorded.flatMap(({ notes }) => notes.trace?.().rules ?? []);
    expect(traced.some(({ weakness }) => weakness !== undefined)).toBe(false);
  },
);

test('with all of them on the server still serves, and names all that stand in one step', async () => {
  setting = await begin(all.filter((id) => id !== 'redirect-uri-any'));
  expect((await exchange(setting.as, await obtainCode(setting.as))).status).toBe(200);
  const rule = setting.as.trace().rules.find(({ id }) => id === 'code-unused');
  expect(rule?.weakness).toBe('code-reusable, code-replay-unpunished');
});
