/** Tests that show what can fail in a place, the fastest that do. */
export interface TestSet {
  /** Files of unit and protocol tests. */
  readonly files: readonly string[];
  /** Only the tests whose name holds one of these; absent: all of the files. */
  readonly names?: readonly string[];
  /** An end-to-end test, where there is a browser. */
  readonly story?: { readonly file: string; readonly name: string };
}

const entry = 'test/unit/scripts/run.test.ts';
const packagedFiles = 'test/unit/scripts/packaging/packaged-files.test.ts';
const commandReference = 'test/unit/src-main/hosts/headless/command-reference/command-reference.test.ts';
const control = 'test/unit/src-main/hosts/control.test.ts';
const hostileFiles = 'test/unit/src-main/workspace/hostile-files.test.ts';
const serve = 'test/protocol/host/serve.test.ts';
const reach = 'test/protocol/host/reach.test.ts';
const fixes = 'test/protocol/host/fixes.test.ts';
const tls = 'test/protocol/host/tls.test.ts';
const commands = 'test/protocol/host/identity-commands.test.ts';
const badWeather = 'test/protocol/host/bad-weather.test.ts';
const browsers = 'test/protocol/controlled-browser/lifecycle.test.ts';
const words = 'test/unit/src-renderer/words';

const served = ['prints one line of JSON', 'may not be written'];
const oneStart = 'the first command in a fresh checkout';
const aProfile = 'closes its browsers and removes their profiles';

/** Files are written and read, programs are started, and a host serves. */
export const hostSet: TestSet = {
  files: [entry, control, hostileFiles, serve],
  names: [oneStart, 'the local socket of a host', 'a folder that is a link', ...served],
};

/** The same where the path itself is what is odd. */
export const pathSet: TestSet = {
  files: [...hostSet.files, badWeather, browsers, packagedFiles],
  names: [...(hostSet.names ?? []), 'that jumps ahead', aProfile, 'a script that a plain shell reads'],
};

/** The same where a program that a test writes cannot be started. */
export const programSet: TestSet = {
  ...pathSet,
  names: [...(pathSet.names ?? []), 'a browser that cannot be had'],
};

/** Programs whose words are looked at, and browsers. */
export const localeSet: TestSet = {
  files: [packagedFiles, commandReference, badWeather, browsers, words],
  names: [
    'the unit of the service',
    'completion',
    'that jumps ahead',
    aProfile,
    'words',
    'language',
    'number',
  ],
};

/** The same, and a download, which the browser writes. */
export const downloadSet: TestSet = {
  ...localeSet,
  story: { file: 'test/e2e/web/har.spec.ts', name: 'a run leaves as HAR' },
};

/** Tests of text with the letters, numbers and dates of people. */
export const languageSet: TestSet = {
  files: [
    packagedFiles,
    commandReference,
    words,
    'test/unit/src-renderer/features/throttle',
    'test/unit/src-shared/consents',
  ],
};

/** Days and hours. */
export const zoneSet: TestSet = {
  files: [
    'test/unit/src-shared/time',
    'test/unit/src-shared/consents',
    'test/unit/src-shared/throttle',
    words,
    'test/unit/scripts/packaging',
  ],
};

/**
 * Tests of everything that another version of Node could do differently: streams, threads, sockets, files, and the
 * host as a whole.
 */
export const runtimeSet: TestSet = {
  files: ['test/unit/src-main/platform', control, hostileFiles, commands],
};

/** Tests that listen on this machine. */
export const networkSet: TestSet = { files: [reach, tls, fixes] };

/** The same, and a host of its own. */
export const portSet: TestSet = { files: [...networkSet.files, serve] };

/** The entry, and npm that calls npm. */
export const npmSet: TestSet = { files: [entry, 'test/unit/scripts'] };
