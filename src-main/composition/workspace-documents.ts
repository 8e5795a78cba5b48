import { fromPointer, workspaceFileAt } from '#shared/workspace/index.ts';
import { locate, type Workspace } from '../workspace/index.ts';

/** The files of one kind as they are now, by their names. */
export function documentsOf({ files }: Workspace, wanted: 'connector' | 'route') {
  return files
    .filter(({ kind }) => kind === wanted)
    .map(({ file, document }) => ({
      file,
      id: workspaceFileAt(file)?.name ?? file,
      value: document?.value ?? null,
      locate: (pointer: string) =>
        document === null ? { file } : locate(document, fromPointer(pointer) ?? []),
    }));
}
