import { useMemo } from 'react';
import { jsonSchemaOf } from '#shared/workspace/json-schema.ts';
import { CodeEditor, type CodeEditorProps } from '../../ui/code-editor/code-editor.tsx';

export interface CompletingEditorProps extends Omit<CodeEditorProps, 'language' | 'schema'> {
  readonly file: string;
}

/** The editor of a file of the workspace: it completes and explains the members that the file may have. */
export function CompletingEditor({ file, ...props }: CompletingEditorProps) {
  const schema = useMemo(() => jsonSchemaOf(file), [file]);
  return <CodeEditor {...props} language="json" {...(schema === null ? {} : { schema })} />;
}
