import { onTestFinished } from 'vitest';
import { loadWorkspace, openWorkspaceManifest, type Workspace } from '#main/workspace/index.ts';
import { writeWorkspace } from './workspace.ts';

/** A workspace of these files, which is closed and removed with the test; secrets are what their names stand for. */
export function openedWorkspace(
  files: Parameters<typeof writeWorkspace>[0],
  secrets: Readonly<Record<string, string>> | Parameters<typeof loadWorkspace>[1] = {},
  options: Parameters<typeof loadWorkspace>[2] = {},
): Workspace {
  const { path, remove } = writeWorkspace(files);
  const resolve = typeof secrets === 'function' ? secrets : (name: string) => secrets[name] ?? null;
  const workspace = loadWorkspace(openWorkspaceManifest(path), resolve, options);
  onTestFinished(() => {
    workspace.close();
    remove();
  });
  return workspace;
}
