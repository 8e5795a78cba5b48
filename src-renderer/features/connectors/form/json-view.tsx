import { useMemo } from 'react';
import type { EditorMark } from '#renderer/ui/code-editor/code-editor.tsx';
import { JsonDraftEditor } from '#renderer/workbench/file-draft/draft-editor.tsx';
import { positionAt } from '#renderer/workbench/json-edits.ts';
import { connectorJsonSchema } from '#shared/connectors/configuration/index.ts';
import { fromPointer } from '#shared/workspace/json-pointer.ts';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';

const messages = studioMessages.connectors;

/** Positions of problems in the text, or of the syntax error alone when the text is not valid JSON. */
function marksOf({ file, syntax, problems }: Studio): readonly EditorMark[] {
  if (syntax !== null) {
    const { severity, message } = syntax.problem;
    return [{ severity, message, ...syntax.at }];
  }
  return problems.map(({ severity, message, fix, pointer }) => ({
    severity,
    message: `${message} ${fix}`,
    ...positionAt(file.text, fromPointer(pointer) ?? []),
  }));
}

/** The document as text: the same as the form, with one way back for both. */
export function JsonView({ studio }: { readonly studio: Studio }) {
  const { file, problems, syntax } = studio;
  // Recomputed only if the content changed.
  const marks = useMemo(
    () => marksOf({ ...studio, file, problems, syntax }),
    [studio, file, problems, syntax],
  );
  return (
    <JsonDraftEditor
      file={file}
      label={messages.jsonOf(studio.name)}
      marks={marks}
      cursor={studio.cursor}
      schema={connectorJsonSchema()}
    />
  );
}
