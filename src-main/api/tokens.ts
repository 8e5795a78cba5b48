import { api } from './base.ts';

export const tokens = api.tokens.router({
  inspect: api.tokens.inspect.handler(({ context, input }) => context.engine.tokenInspector.inspect(input)),
  verify: api.tokens.verify.handler(({ context, input }) => context.engine.tokenInspector.verify(input)),
  ask: api.tokens.ask.handler(({ context, input }) => context.engine.tokenInspector.ask(input)),
  forge: api.tokens.forge.handler(({ context, input }) => context.engine.tokenInspector.forge(input)),
  verifySaml: api.tokens.verifySaml.handler(({ context, input }) =>
    context.engine.tokenInspector.verifySaml(input.source, input.certificate),
  ),
  samlShapes: api.tokens.samlShapes.handler(({ context }) => context.engine.tokenInspector.samlShapes()),
  buildSaml: api.tokens.buildSaml.handler(({ context, input }) =>
    context.engine.tokenInspector.buildSaml(input),
  ),
});
