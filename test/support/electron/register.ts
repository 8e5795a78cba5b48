import { registerHooks } from 'node:module';

const standIn = new URL('./stand-in.ts', import.meta.url).href;

// For `node --import`: the application under test imports the stand-in where it says `electron`.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
