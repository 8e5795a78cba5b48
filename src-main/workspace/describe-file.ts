import { valueAt, workspaceFileAt } from '#shared/workspace/index.ts';
import { identifierIn } from './entity-names.ts';
import type { ListedFile } from './live-contents.ts';

/** Describes the content of a file in words for a list: by its own title, else by its name. */
export function describeFile({ kind, file, document }: ListedFile): string {
  const called = workspaceFileAt(file)?.name ?? file;
  if (document === null) return called;
  const { value } = document;
  const title =
    kind === 'manifest'
      ? valueAt(value, ['name'])
      : kind === 'environment'
        ? valueAt(value, ['title'])
        : undefined;
  return typeof title === 'string' && title !== '' ? title : (identifierIn(kind, value) ?? called);
}
