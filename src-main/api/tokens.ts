import { apiWith } from './base.ts';

const api = apiWith<'tokenInspector'>();

export const tokens = api.tokens.router({
  inspect: api.tokens.inspect.handler(async ({ context, input }) =>
    (await context.engine.tokenInspector()).inspect(input),
  ),
  verify: api.tokens.verify.handler(async ({ context, input }) =>
    (await context.engine.tokenInspector()).verify(input),
  ),
  decrypt: api.tokens.decrypt.handler(async ({ context, input }) =>
    (await context.engine.tokenInspector()).decrypt(input),
  ),
  ask: api.tokens.ask.handler(async ({ context, input }) =>
    (await context.engine.tokenInspector()).ask(input),
  ),
  forge: api.tokens.forge.handler(async ({ context, input }) =>
    (await context.engine.tokenInspector()).forge(input),
  ),
  verifySaml: api.tokens.verifySaml.handler(async ({ context, input }) =>
    (await context.engine.tokenInspector()).verifySaml(input.source, input.certificate),
  ),
  samlShapes: api.tokens.samlShapes.handler(async ({ context }) =>
    (await context.engine.tokenInspector()).samlShapes(),
  ),
  buildSaml: api.tokens.buildSaml.handler(async ({ context, input }) =>
    (await context.engine.tokenInspector()).buildSaml(input),
  ),
});
