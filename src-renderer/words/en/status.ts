import { formatCount } from '../format.ts';
import { plural } from '../plural.ts';

/** Words of the status bar and what opens from it. */
export const status = {
  status: {
    label: 'Status',
    services: {
      authorizationServer: { short: 'AS', name: 'Authorization server' },
      connectorHost: { short: 'IDM', name: 'Connector host' },
      gateway: { short: 'GW', name: 'Gateway' },
      platform: { short: 'Platform', name: 'Platform sandbox' },
      sampleUpstreams: { short: 'Samples', name: 'Sample upstreams' },
    },
    states: { running: 'running', starting: 'starting', stopped: 'stopped', failed: 'failed' },
    requests: 'Requests',
    errors: 'Errors',
    address: 'Address',
    port: 'Port',
    state: 'State',
    start: 'Start',
    stop: 'Stop',
    restart: 'Restart',
    starting: (name: string) => `Start the ${name.toLowerCase()}`,
    clockReal: 'Clock: real',
    clockMoved: (offset: string) => `Clock: ${offset}`,
    clockFrozen: 'frozen',
    noJobs: 'No jobs',
    jobs: (count: number) => plural(count, 'job', 'jobs'),
    problems: (count: number) => plural(count, 'problem', 'problems'),
    notices: (count: number) => plural(count, 'notice', 'notices'),
    profile: 'Profile:',
    environment: 'Environment:',
    noEnvironment: 'none',
    environmentTitle: 'Environments',
    environmentHelp:
      'An environment lays its values over those of the workspace. Services take up new addresses when they start again.',
    noEnvironments: 'This workspace has no environments. Add a file environments/<name>.json.',
  },
  clock: {
    title: 'Clock of the services',
    help: 'Lifetimes of codes and tokens follow this clock. The machine’s own clock is not touched.',
    minute: '+1 min',
    hour: '+1 h',
    day: '+1 day',
    freeze: 'Freeze',
    reset: 'Back to real time',
  },
  jobs: {
    title: 'Jobs',
    none: 'No job has run yet.',
    done: (done: number, total: number | null, unit: string) =>
      total === null
        ? `${formatCount(done)} ${unit}`
        : `${formatCount(done)} of ${formatCount(total)} ${unit}`,
    states: {
      queued: 'queued',
      running: 'running',
      paused: 'paused',
      done: 'done',
      failed: 'failed',
      cancelled: 'cancelled',
    },
    pauseOf: (title: string) => `Pause ${title}`,
    resumeOf: (title: string) => `Resume ${title}`,
    cancelOf: (title: string) => `Cancel ${title}`,
  },
  problems: {
    title: 'Problems of the workspace',
    tab: 'Problems',
    show: 'Show all problems',
    filter: 'Show',
    all: (count: number) => `All ${count}`,
    of: {
      error: (count: number) => `Errors ${count}`,
      warning: (count: number) => `Warnings ${count}`,
      notice: (count: number) => `Notices ${count}`,
    },
    noneOfKind: 'None of this kind.',
    noneTitle: 'Nothing is wrong',
    noneText:
      'Files that cannot be read, secrets that are missing and ports that are taken appear here, each with its place and what mends it.',
    next: 'Next problem',
    previous: 'Previous problem',
    none: 'No problems.',
    fix: 'Fix:',
    acts: {
      usePort: (port: number) => `Use port ${port}`,
      start: (name: string) => `Start the ${name}`,
      restart: (name: string) => `Restart the ${name}`,
      storeSecret: (name: string) => `Store ${name}…`,
      seal: 'Seal it',
      forget: 'Forget what cannot be opened',
      openFile: (file: string) => `Open ${file}`,
    },
    forgotten: (count: number) => `${plural(count, 'value was', 'values were')} dropped`,
    severities: { error: 'Error', warning: 'Warning', notice: 'Notice' },
  },
} as const;
