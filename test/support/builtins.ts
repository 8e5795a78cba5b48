import { syncBuiltinESMExports } from 'node:module';

/**
 * Puts a function in the place of one of a built-in module, for everybody who imports it by name, until the returned
 * function is called. A mock of the module would stay with the modules that other test files share with this one.
 */
export function replaceBuiltin<M extends object, K extends keyof M>(
  module: M,
  name: K,
  make: (original: M[K]) => M[K],
): () => void {
  const original = module[name];
  module[name] = make(original);
  syncBuiltinESMExports();
  return () => {
    module[name] = original;
    syncBuiltinESMExports();
  };
}
