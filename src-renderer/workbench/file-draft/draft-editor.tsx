import { useState } from 'react';
import { groupsOf } from '#shared/drafts/index.ts';
import { CodeEditor, type CodeEditorProps } from '../../ui/code-editor/code-editor.tsx';
import type { FileState } from './use-file.ts';

type Shown = Pick<CodeEditorProps, 'label' | 'marks' | 'cursor' | 'schema'>;

/** The text of a JSON file under edit, with one way back for it and the form of the same document. */
export function JsonDraftEditor({ file, ...shown }: Shown & { readonly file: FileState }) {
  const [begun] = useState(() => file.historyNow());
  return (
    <CodeEditor
      {...shown}
      language="json"
      initialText={begun.baseText}
      history={groupsOf(begun)}
      initialCursor={0}
      replacement={file.replacement}
      isReadOnly={file.saved.isReadOnly}
      onReady={file.onReady}
      onChange={file.onChange}
    />
  );
}
