import { useQuery } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useApi } from '../../api/api-context.tsx';
import { useAppStatus } from '../../api/live.ts';
import { toProblem } from '../../api/problem.ts';
import { Empty } from '../../ui/empty.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { useLoadedFile } from '../../workbench/file-draft/use-file.ts';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { AddFile } from './add-file.tsx';
import { FileEditor } from './file-editor.tsx';
import { FileList } from './file-list.tsx';
import './files.css';

const messages = sharedMessages.files;

function OpenedFile({ file }: { readonly file: string }) {
  const loaded = useLoadedFile(file);
  if (loaded.error !== null) return <ProblemNote problem={toProblem(loaded.error)} />;
  return loaded.data === undefined ? (
    <div className="screen-loading" />
  ) : (
    <FileEditor file={file} loaded={loaded.data} />
  );
}

function NoFile() {
  useTabLabel(messages.title);
  return <Empty icon={FileText} title={messages.choose} text={messages.chooseText} />;
}

/** The files of the workspace, and one of them as text. */
export function Files() {
  const { orpc } = useApi();
  const { address } = useTab();
  const revision = useAppStatus()?.workspaceRevision ?? 0;
  const file = address?.rest ?? '';
  const list = useQuery({
    ...orpc.workspace.files.queryOptions(),
    queryKey: [...orpc.workspace.files.queryKey(), revision],
    placeholderData: (before) => before,
  });
  return (
    <div className="files">
      <section className="files-side" aria-label={messages.list}>
        <div className="pane-head">
          <h1 className="label">{messages.list}</h1>
          <span className="push" />
          <AddFile />
        </div>
        {list.error === null ? null : <ProblemNote problem={toProblem(list.error)} />}
        <FileList files={list.data ?? []} current={file} />
      </section>
      {file === '' ? <NoFile /> : <OpenedFile key={file} file={file} />}
    </div>
  );
}
