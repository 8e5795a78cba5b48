import {
  answerUses,
  listSecrets,
  namedConsumer,
  type SecretUse,
  storeSecret,
  type Workspace,
} from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { apiWith } from './base.ts';

const api = apiWith<'secrets' | 'undo' | 'workspace'>();

export const secrets = api.secrets.router({
  list: api.secrets.list.handler(({ context: { engine } }) => [
    ...listSecrets(engine.workspace, engine.secrets),
  ]),
  set: api.secrets.set.handler(async ({ context: { engine }, input }) => {
    const owners = await storeSecret(engine.workspace, engine.secrets, input);
    return { name: input.name, owners: [...owners] };
  }),
  allow: api.secrets.allow.handler(({ context: { engine }, input: { uses } }) =>
    answerUses(engine.secrets, meant(engine.workspace, uses), 'allowed'),
  ),
  refuse: api.secrets.refuse.handler(({ context: { engine }, input: { uses } }) =>
    answerUses(engine.secrets, meant(engine.workspace, uses), 'refused'),
  ),
  remove: api.secrets.remove.handler(async ({ context: { engine }, input: { name } }) => {
    const value = engine.secrets.resolve(name);
    if (value === null)
      throw new GatehouseError('api.not-found', `No secret is stored under the name ${name}.`);
    const { grants } = engine.secrets;
    const undoId = await engine.undo.keep({
      kind: 'secret',
      name,
      value,
      owners: grants.owners(name) ?? [],
      allowances: grants.allowances().filter((allowance) => allowance.name === name),
    });
    await engine.secrets.remove(name);
    return { undoId };
  }),
  restore: api.secrets.restore.handler(async ({ context: { engine }, input: { undoId } }) => {
    const { name, value, owners = [], allowances = [] } = await engine.undo.find('secret', undoId);
    for (const { answer, ...use } of allowances) engine.secrets.grants.noteAnswer(use, answer);
    await engine.secrets.set(name, value, owners);
    await engine.undo.forget(undoId);
    return { name };
  }),
});

/** The uses, with the files that they mean. @throws api.not-found */
function meant(workspace: Workspace, uses: readonly SecretUse[]): readonly SecretUse[] {
  return uses.map(({ file, name }) => ({ file: namedConsumer(workspace, file), name }));
}
