import { plural } from '../plural.ts';

/** Words that every screen uses. */
export const common = {
  product: 'Gatehouse',
  common: {
    close: 'Close',
    cancel: 'Cancel',
    copied: 'Copied',
    copyFailed: 'The browser did not allow copying. Select the text and copy it by hand.',
    copyDetails: 'Copy details',
    retry: 'Try again',
    reveal: 'Reveal',
    hide: 'Hide',
    undo: 'Undo',
    edit: 'Edit',
    save: 'Save',
    discard: 'Discard',
    copy: 'Copy',
    loading: 'Loading',
    none: 'none',
  },
  theme: {
    label: (name: string) => `Theme: ${name}`,
    system: 'system',
    light: 'light',
    dark: 'dark',
    compact: 'compact',
    comfortable: 'comfortable',
  },
  banner: {
    lost: 'The connection to the engine is lost.',
    lostMore: 'What you see may be out of date. Gatehouse is trying again.',
    faults: (count: number) => `${plural(count, 'fault is', 'faults are')} being injected.`,
    showFaults: 'Show faults',
    faultsMore: 'Answers of the services may be late, broken or missing on purpose.',
  },
  session: {
    title: 'This page needs a new link',
    why: 'The link that opened it was used up or belongs to an earlier start of Gatehouse.',
    fix: 'Copy the address that Gatehouse printed when it started, and open it here. If it is gone, start Gatehouse again: it prints a new one.',
  },
  crash: {
    title: 'The screen stopped',
    fix: 'Show it again, or reload the window. Drafts, runs and exchanges are kept by the engine.',
    again: 'Show it again',
    reload: 'Reload the window',
  },
  pairs: {
    name: (at: number) => `Name ${at}`,
    value: (name: string) => `Value of ${name}`,
    null: 'null',
    remove: (name: string) => `Remove ${name}`,
  },
  verdicts: {
    passed: 'PASSED',
    failed: 'FAILED',
    warning: 'WARNING',
    review: 'REVIEW',
    skipped: 'SKIPPED',
    inconclusive: 'INCONCLUSIVE',
  },
} as const;
