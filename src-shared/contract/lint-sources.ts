import type { FileFormat } from '../files/index.ts';

/** Files in which the linter looks for requests. A new one begins here: the compiler names each place that lacks it. */
export const lintSourceIds = ['har', 'json', 'shell', 'http', 'javascript', 'groovy', 'python'] as const;
export type LintSourceId = (typeof lintSourceIds)[number];

/** Their endings: the linter reads those in a folder; a loose one has to be named. */
export const lintSources: Readonly<Record<LintSourceId, FileFormat>> = {
  har: { endings: ['har'], mediaTypes: ['application/json'] },
  json: { endings: ['json'], mediaTypes: ['application/json'] },
  shell: { endings: ['sh', 'bash', 'curl'], looseEndings: ['txt'], mediaTypes: ['text/x-shellscript'] },
  http: { endings: ['http', 'rest'], mediaTypes: ['text/plain'] },
  javascript: {
    endings: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'],
    mediaTypes: ['text/javascript'],
  },
  python: { endings: ['py', 'pyw'], mediaTypes: ['text/x-python'] },
  groovy: { endings: ['groovy', 'gvy'], mediaTypes: ['text/x-groovy'] },
};
