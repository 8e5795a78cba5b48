import type { TreeRow } from '#renderer/ui/tree.tsx';
import type { WorkspaceFile } from '#shared/api/index.ts';

/** A line of the tree of files: a folder with the number of its files, or a file. */
export type FileTreeRow = TreeRow &
  (
    | { readonly kind: 'folder'; readonly name: string; readonly count: number; readonly hasDraft: boolean }
    | { readonly kind: 'file'; readonly file: string; readonly name: string; readonly hasDraft: boolean }
  );

export interface FileTreeView {
  /** Words that a path has to contain, whatever their case. */
  readonly filter: string;
  /** Paths of the folders that are closed; a filter opens all. */
  readonly closed: ReadonlySet<string>;
}

/** The path of a file's folder; empty at the top of the workspace. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

/** The files whose path contains every word of the filter. */
export function filterFiles(files: readonly WorkspaceFile[], filter: string): WorkspaceFile[] {
  const words = filter.toLowerCase().split(/\s+/);
  return files.filter(({ file }) => words.every((word) => file.toLowerCase().includes(word)));
}

/** The lines that are drawn: the files of the workspace itself, then each folder by name with its files. */
export function fileTree(files: readonly WorkspaceFile[], { filter, closed }: FileTreeView): FileTreeRow[] {
  const byFolder = Map.groupBy(filterFiles(files, filter), ({ file }) => folderOf(file));
  const top = byFolder.get('') ?? [];
  byFolder.delete('');
  const folders = [...byFolder.keys()].toSorted();
  const size = top.length + folders.length;
  const lines = (inFolder: readonly WorkspaceFile[], parentId: string | null, sizeThere: number) =>
    inFolder
      .toSorted((left, right) => (left.file < right.file ? -1 : 1))
      .map(
        ({ file, hasDraft }, index): FileTreeRow => ({
          kind: 'file',
          id: file,
          file,
          name: file.slice(file.lastIndexOf('/') + 1),
          hasDraft,
          parentId,
          level: parentId === null ? 1 : 2,
          isExpanded: null,
          position: index + 1,
          size: sizeThere,
        }),
      );
  return [
    ...lines(top, null, size),
    ...folders.flatMap((folder, index): FileTreeRow[] => {
      const inFolder = byFolder.get(folder) ?? [];
      const isExpanded = filter.trim() !== '' || !closed.has(folder);
      const head: FileTreeRow = {
        kind: 'folder',
        id: `${folder}/`,
        name: folder,
        count: inFolder.length,
        hasDraft: inFolder.some(({ hasDraft }) => hasDraft),
        parentId: null,
        level: 1,
        isExpanded,
        position: top.length + index + 1,
        size,
      };
      return isExpanded ? [head, ...lines(inFolder, head.id, inFolder.length)] : [head];
    }),
  ];
}
