/**
 * The fuses of the packaged binary, by the names of the first version of `@electron/fuses`. All are written out, those
 * with their default too: a fuse that a new runtime adds has to be decided here.
 */
export const wantedFuses = {
  // The binary is no Node interpreter for others to borrow.
  RunAsNode: false,
  // One way only: it cannot be switched off again once a profile was written with it.
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  // These two together: no code runs that was not part of the package.
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  // The page comes over a scheme of its own, never from a file: address.
  GrantFileProtocolExtraPrivileges: false,
  WasmTrapHandlers: true,
} as const satisfies Readonly<Record<string, boolean>>;
