/** Variables that say how to read text and time, where temporary files go, and how the system finds its libraries. */
const passedOn = [
  'LANG',
  'LC_ALL',
  'LC_TIME',
  'TZ',
  'TMPDIR',
  'TMP',
  'TEMP',
  'LD_LIBRARY_PATH',
  'SystemRoot',
  'windir',
] as const;

/** The environment of an isolate's process: no key, no secret, and no option of Node is in it. */
export function isolateEnvironment(environment: NodeJS.ProcessEnv): Record<string, string> {
  const kept = passedOn.flatMap((name) => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  // Never empty: Electron hands a process its own environment where it is given none.
  return { ...Object.fromEntries(kept), GATEHOUSE_ISOLATE: '1' };
}
