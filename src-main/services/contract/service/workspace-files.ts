import type { LintFinding } from '#shared/contract/index.ts';

/** True for artefacts whose files are in the workspace and not copies. */
export const isInWorkspace: Readonly<Record<LintFinding['artefact'], boolean>> = {
  connector: true,
  flow: true,
  import: true,
  har: false,
  script: false,
  json: false,
  activity: false,
};

/** The kind of a file of a workspace, by its folder; null: its content says it. */
export function kindOf(file: string): 'connector' | 'flow' | null {
  if (file.startsWith('connectors/')) return 'connector';
  return file.startsWith('flows/') ? 'flow' : null;
}
