import './monaco-environment.ts';
import 'monaco-editor/features/register.all';
import { editor, MarkerSeverity, Uri } from 'monaco-editor/editor';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Edit } from '#shared/drafts/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { completableSchema } from './completable-schema.ts';
import { editorTheme, followPageTheme } from './editor-theme.ts';
import './code-editor.css';

/** Schemas by the addresses of the models that they are for. */
const schemas = new Map<string, JsonValue>();

// Code that knows the format reports the problems of a text; the editor only colours, folds and completes.
function applySchemas(): void {
  jsonDefaults.setDiagnosticsOptions({
    validate: false,
    allowComments: true,
    enableSchemaRequest: false,
    schemas: [...schemas].map(([uri, schema]) => ({ uri: `${uri}.schema`, fileMatch: [uri], schema })),
  });
}
applySchemas();

/** A change of the text: edits, or an undo or redo to an earlier state. */
export interface EditorChange {
  readonly kind: 'edit' | 'undo' | 'redo';
  readonly edits: readonly Edit[];
  readonly text: string;
  readonly cursor: number;
  /** Names the state of the text; the same again after an undo. */
  readonly stateId: number;
}

/** Names of states that the text had while its history was made again. */
export interface EditorStates {
  readonly base: number;
  readonly groups: readonly number[];
}

export interface EditorMark {
  readonly severity: 'error' | 'warning' | 'notice';
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

export interface CodeEditorProps {
  readonly label: string;
  readonly language: 'json' | 'plaintext';
  readonly initialText: string;
  /** Edits that led from the initial to the present text, by groups that are undone together. */
  readonly history: readonly (readonly Edit[])[];
  readonly initialCursor: number;
  /** A text that replaces the present one, as one edit; null: none. */
  readonly replacement: string | null;
  readonly marks: readonly EditorMark[];
  /** Target position; a new object moves the caret there again. One that follows leaves the focus where it is. */
  readonly cursor: {
    readonly line: number;
    readonly column: number;
    readonly isFollowing?: boolean;
  } | null;
  readonly isReadOnly: boolean;
  /** JSON Schema by which members are completed and explained. */
  readonly schema?: JsonValue;
  /** Called once, with the state of the initial text and that after each group of the history. */
  readonly onReady: (states: EditorStates) => void;
  readonly onChange: (change: EditorChange) => void;
}

const severities = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  notice: MarkerSeverity.Info,
} as const;
const markOwner = 'gatehouse';
let modelCount = 0;

function createModel({
  initialText,
  history,
  language,
  schema,
  onReady,
}: CodeEditorProps): editor.ITextModel {
  modelCount += 1;
  const model = editor.createModel(initialText, language, Uri.parse(`inmemory://gatehouse/${modelCount}`));
  model.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  model.setEOL(editor.EndOfLineSequence.LF);
  if (schema !== undefined) {
    schemas.set(model.uri.toString(), completableSchema(schema));
    applySchemas();
  }
  const base = model.getAlternativeVersionId();
  const groups: number[] = [];
  for (const group of history) {
    for (const { at, removed, inserted } of group) {
      const start = model.getPositionAt(at);
      const end = model.getPositionAt(at + removed.length);
      const range = {
        startLineNumber: start.lineNumber,
        startColumn: start.column,
        endLineNumber: end.lineNumber,
        endColumn: end.column,
      };
      model.pushEditOperations(null, [{ range, text: inserted }], () => null);
    }
    model.pushStackElement();
    groups.push(model.getAlternativeVersionId());
  }
  onReady({ base, groups });
  return model;
}

function changeOf(
  event: editor.IModelContentChangedEvent,
  before: string,
  model: editor.ITextModel,
  cursor: number,
): EditorChange {
  return {
    kind: event.isUndoing ? 'undo' : event.isRedoing ? 'redo' : 'edit',
    edits: event.changes.map(({ rangeOffset, rangeLength, text }) => ({
      at: rangeOffset,
      removed: before.slice(rangeOffset, rangeOffset + rangeLength),
      inserted: text,
    })),
    text: model.getValue(),
    cursor,
    stateId: model.getAlternativeVersionId(),
  };
}

/** Makes the editor in its host and takes it away again. */
function openEditor(host: HTMLElement, props: CodeEditorProps, onChange: (change: EditorChange) => void) {
  const model = createModel(props);
  const instance = editor.create(host, {
    model,
    theme: editorTheme,
    ariaLabel: props.label,
    readOnly: props.isReadOnly,
    automaticLayout: true,
    fixedOverflowWidgets: true,
    fontFamily: getComputedStyle(document.documentElement).getPropertyValue('--font-mono'),
    fontLigatures: '"liga" 0, "calt" 0, "zero" 1',
    fontSize: 12,
    lineHeight: 18,
    bracketPairColorization: { enabled: false },
    guides: { indentation: true, bracketPairs: false },
    hideCursorInOverviewRuler: true,
    insertSpaces: true,
    // An address in a file is data: nothing is opened from it.
    links: false,
    matchBrackets: 'near',
    minimap: { enabled: false },
    overviewRulerBorder: false,
    // The number of the last, empty line is not dimmed: dimmed it could not be read.
    renderFinalNewline: 'on',
    scrollBeyondLastLine: false,
    stickyScroll: { enabled: false },
    tabSize: 2,
    // Tab goes on to the next control: the editor must not hold the focus. Ctrl+M changes it.
    tabFocusMode: true,
    wordWrap: 'on',
  });
  instance.setPosition(model.getPositionAt(props.initialCursor));
  let text = model.getValue();
  model.onDidChangeContent((event) => {
    // The editor moves its caret only after this: it will be behind the typed text.
    const [{ rangeOffset, text: typed } = { rangeOffset: 0, text: '' }] = event.changes;
    const change = changeOf(event, text, model, rangeOffset + typed.length);
    text = change.text;
    onChange(change);
  });
  return instance;
}

function markersOf(marks: readonly EditorMark[], model: editor.ITextModel): editor.IMarkerData[] {
  return marks.map(({ severity, message, line, column }) => {
    const word = model.getWordAtPosition({ lineNumber: Math.min(line, model.getLineCount()), column });
    return {
      severity: severities[severity],
      message,
      startLineNumber: line,
      endLineNumber: line,
      startColumn: column,
      endColumn: word === null ? column + 1 : word.endColumn,
    };
  });
}

/** A code editor over one text. It keeps its own text: `initialText` and `history` count when it is made. */
export function CodeEditor(props: CodeEditorProps) {
  const { marks, cursor, replacement, isReadOnly } = props;
  const host = useRef<HTMLDivElement>(null);
  const instance = useRef<editor.IStandaloneCodeEditor>(null);
  const onChange = useEffectEvent((change: EditorChange) => props.onChange(change));
  const open = useEffectEvent((element: HTMLElement) =>
    openEditor(element, props, (change) => onChange(change)),
  );
  useEffect(() => {
    if (host.current === null) return;
    const unfollow = followPageTheme();
    const opened = open(host.current);
    instance.current = opened;
    return () => {
      unfollow();
      if (schemas.delete(opened.getModel()?.uri.toString() ?? '')) applySchemas();
      opened.getModel()?.dispose();
      opened.dispose();
      instance.current = null;
    };
  }, []);
  useEffect(() => {
    const model = instance.current?.getModel() ?? null;
    if (model !== null) editor.setModelMarkers(model, markOwner, markersOf(marks, model));
  }, [marks]);
  useEffect(() => instance.current?.updateOptions({ readOnly: isReadOnly }), [isReadOnly]);
  useEffect(() => {
    const model = instance.current?.getModel() ?? null;
    if (replacement === null || model === null || replacement === model.getValue()) return;
    model.pushStackElement();
    model.pushEditOperations(null, [{ range: model.getFullModelRange(), text: replacement }], () => null);
    model.pushStackElement();
  }, [replacement]);
  useEffect(() => {
    if (cursor === null) return;
    const position = { lineNumber: cursor.line, column: cursor.column };
    instance.current?.setPosition(position);
    instance.current?.revealPositionInCenterIfOutsideViewport(position);
    if (cursor.isFollowing !== true) instance.current?.focus();
  }, [cursor]);
  return <div ref={host} className="code-editor" />;
}
