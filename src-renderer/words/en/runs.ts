import { plural } from '../plural.ts';

/** Words about the runs of flows, wherever they are shown. */
export const runs = {
  runs: {
    title: 'Runs',
    list: 'Runs, newest first',
    empty: 'No runs yet',
    menu: 'More run actions',
    exportAs: {
      har: 'Export run as HAR',
      markdown: 'Export run as Markdown',
      curl: 'Export run as curl script',
    },
    importHar: 'Import HAR…',
    importStarted: (entries: number) => `Importing ${plural(entries, 'exchange', 'exchanges')}`,
    formats: { har: 'HAR', markdown: 'Markdown', curl: 'Script' },
    exported: (format: string, redacted: number) =>
      redacted === 0
        ? `${format} saved`
        : `${format} saved. ${plural(redacted, 'secret was', 'secrets were')} masked`,
    replay: 'Run again with edits',
    save: 'Save as flow file…',
    saved: 'Saved flows…',
    compare: (left: number, right: number) => `Compare ${left} and ${right}`,
    states: {
      'waiting-for-browser': 'WAITING',
      paused: 'PAUSED',
      running: 'RUNNING',
      passed: 'PASSED',
      failed: 'FAILED',
      cancelled: 'CANCELLED',
    },
  },
} as const;
