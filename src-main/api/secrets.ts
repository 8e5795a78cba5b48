import { listSecrets } from '#main/workspace/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { apiWith } from './base.ts';

const api = apiWith<'secrets' | 'undo' | 'workspace'>();

export const secrets = api.secrets.router({
  list: api.secrets.list.handler(({ context: { engine } }) => [
    ...listSecrets(engine.workspace, engine.secrets),
  ]),
  set: api.secrets.set.handler(async ({ context, input }) => {
    await context.engine.secrets.set(input.name, input.value);
    return { name: input.name };
  }),
  remove: api.secrets.remove.handler(async ({ context: { engine }, input: { name } }) => {
    const value = engine.secrets.resolve(name);
    if (value === null) throw new GatehouseError('api.not-found', `No secret is stored under ${name}.`);
    const undoId = await engine.undo.keep({ kind: 'secret', name, value });
    await engine.secrets.remove(name);
    return { undoId };
  }),
  restore: api.secrets.restore.handler(async ({ context: { engine }, input: { undoId } }) => {
    const { name, value } = await engine.undo.find('secret', undoId);
    await engine.secrets.set(name, value);
    await engine.undo.forget(undoId);
    return { name };
  }),
});
