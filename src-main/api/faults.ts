import { apiWith } from './base.ts';

const api = apiWith<'faults' | 'ports'>();

export const faults = api.faults.router({
  list: api.faults.list.handler(({ context }) => [...context.engine.faults.rules]),
  add: api.faults.add.handler(({ context: { engine }, input }) => {
    const rule = { ...input, id: Buffer.from(engine.ports.random.bytes(6)).toString('hex') };
    engine.faults.add(rule);
    return rule;
  }),
  remove: api.faults.remove.handler(({ context, input }) => ({
    removed: context.engine.faults.remove(input.id),
  })),
});
