import {
  type FuseConfig,
  FuseState,
  FuseV1Options,
  FuseVersion,
  flipFuses,
  getCurrentFuseWire,
} from '@electron/fuses';
import { wantedFuses } from '../fuses.ts';

type FuseName = keyof typeof wantedFuses;

const names = Object.keys(wantedFuses).filter((name): name is FuseName => name in wantedFuses);

/** The fuses in the words of the tool that sets them. A fuse of the binary that is not decided here stops the build. */
export function fuseConfiguration(isAppleSilicon: boolean): FuseConfig {
  return {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // The signature that such a Mac asks of every program no longer fits once a byte of it has changed.
    resetAdHocDarwinSignature: isAppleSilicon,
    [FuseV1Options.RunAsNode]: wantedFuses.RunAsNode,
    [FuseV1Options.EnableCookieEncryption]: wantedFuses.EnableCookieEncryption,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: wantedFuses.EnableNodeOptionsEnvironmentVariable,
    [FuseV1Options.EnableNodeCliInspectArguments]: wantedFuses.EnableNodeCliInspectArguments,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: wantedFuses.EnableEmbeddedAsarIntegrityValidation,
    [FuseV1Options.OnlyLoadAppFromAsar]: wantedFuses.OnlyLoadAppFromAsar,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: wantedFuses.LoadBrowserProcessSpecificV8Snapshot,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: wantedFuses.GrantFileProtocolExtraPrivileges,
    [FuseV1Options.WasmTrapHandlers]: wantedFuses.WasmTrapHandlers,
  };
}

/** The fuses of a binary that are not as they are wanted, each with what it is. */
export async function wrongFuses(binary: string): Promise<readonly string[]> {
  const wire = await getCurrentFuseWire(binary);
  return names.flatMap((name) => {
    const state = wire[FuseV1Options[name]];
    const wanted = wantedFuses[name] ? FuseState.ENABLE : FuseState.DISABLE;
    return state === wanted ? [] : [`${name} is ${state === undefined ? 'absent' : FuseState[state]}`];
  });
}

/**
 * Sets the fuses of a binary and reads them back.
 * @throws Error where one of them is not what was set
 */
export async function setFuses(binary: string, isAppleSilicon: boolean): Promise<void> {
  await flipFuses(binary, fuseConfiguration(isAppleSilicon));
  const wrong = await wrongFuses(binary);
  if (wrong.length > 0) throw new Error(`The fuses of ${binary} are wrong: ${wrong.join(', ')}.`);
}
