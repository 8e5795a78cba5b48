import { useMemo } from 'react';
import type { EditorMark } from '#renderer/ui/code-editor/code-editor.tsx';
import { JsonDraftEditor } from '#renderer/workbench/file-draft/draft-editor.tsx';
import { positionAt, type TextPosition } from '#renderer/workbench/json-edits.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { fromPointer } from '#shared/workspace/json-pointer.ts';
import { labMessages } from '../words.ts';
import type { Policy, RouteFinding } from './use-policy.ts';

const messages = labMessages.throttle.policy;

/** Positions of findings in the text; the reader of the file reports syntax errors. */
function marksOf(
  text: string,
  findings: readonly RouteFinding[],
  syntax: readonly Problem[],
): readonly EditorMark[] {
  const broken = syntax.map(({ severity, message, location }) => ({
    severity,
    message,
    line: location?.line ?? 1,
    column: location?.column ?? 1,
  }));
  if (broken.length > 0) return broken;
  return findings.map(({ severity, message, pointer, offset }) => ({
    severity,
    message,
    ...positionAt(text, fromPointer(pointer) ?? [], offset),
  }));
}

export interface JsonViewProps {
  readonly policy: Policy;
  readonly cursor: TextPosition | null;
}

/** The route as text: the same document as the form, with one way back for both. */
export function JsonView({ policy, cursor }: JsonViewProps) {
  const { file, fileName, findings, isJson } = policy;
  const { text, problems } = file;
  const marks = useMemo(
    () => marksOf(text, findings, isJson ? [] : problems),
    [text, findings, isJson, problems],
  );
  return <JsonDraftEditor file={file} label={messages.json(fileName)} marks={marks} cursor={cursor} />;
}
