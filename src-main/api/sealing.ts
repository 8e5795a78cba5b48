import { apiWith } from './base.ts';

const api = apiWith<'forgetSecrets' | 'ports' | 'sealing'>();

export const sealing = api.sealing.router({
  status: api.sealing.status.handler(async ({ context: { engine } }) => ({
    keptIn: engine.ports.hostLink?.keyKeptIn ?? 'memory',
    rotatedAtMillis: await engine.sealing.rotatedAtMillis(),
    unopened: (await engine.ports.storage.sealed?.unopened()) ?? 0,
  })),
  rotate: api.sealing.rotate.handler(async ({ context }) => ({
    sealedAnew: await context.engine.sealing.rotate(),
  })),
  forget: api.sealing.forget.handler(async ({ context }) => ({
    forgotten: await context.engine.forgetSecrets(),
  })),
});
