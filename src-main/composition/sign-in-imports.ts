import type { FlowService } from '#main/services/flows/index.ts';
import {
  createSignInImports,
  type SignInImports,
  type WatchedSignIns,
} from '#main/services/sign-ins/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { isJsonObject, valueAt } from '#shared/workspace/index.ts';
import { saveEntity, type Workspace } from '../workspace/index.ts';

/** Composes what imports sign-ins into a workspace. */
export function composeSignInImports(
  workspace: Workspace,
  random: Random,
  watched: WatchedSignIns,
  flows: Pick<FlowService, 'forgetWatched'>,
): { readonly signInImports: SignInImports } {
  const signInImports = createSignInImports({
    targets: () => workspace.targets,
    signIns: () => workspace.signIns,
    writeSignIn(name, file) {
      const path = `sign-ins/${name}.json`;
      saveEntity(workspace, path, file, random);
      return path;
    },
    watched: (runId) => watched.recording(runId),
    forgetWatched(runId) {
      watched.forget(runId);
      flows.forgetWatched(runId);
    },
    nameInTarget(target, name, origins) {
      const path = `targets/${target}.json`;
      const value = workspace.files.find(({ file }) => file === path)?.document?.value;
      if (value === undefined || !isJsonObject(value))
        throw new GatehouseError(
          'workspace.invalid',
          `${path} is not readable, so the sign-in was not added to it.`,
          {
            location: { file: path },
          },
        );
      const before = valueAt(value, ['sign_in']);
      const kept = isJsonObject(before) ? before : {};
      const named = Array.isArray(kept['origins']) ? kept['origins'] : [];
      const all = [...new Set([...named, ...origins])];
      const signIn = { ...kept, file: name, ...(all.length === 0 ? {} : { origins: all }) };
      saveEntity(workspace, path, { ...value, sign_in: signIn }, random);
    },
  });
  return { signInImports };
}
