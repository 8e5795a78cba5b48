import { Save, Trash2 } from 'lucide-react';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { applyEdits } from '#shared/contract/text-edits.ts';
import { groupsOf, replay } from '#shared/drafts/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { toast, toastUndo } from '../../ui/toast.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { useCommands } from '../../workbench/commands.ts';
import { ChangedOutside } from '../../workbench/file-draft/changed-outside.tsx';
import { MergeDialog } from '../../workbench/file-draft/merge-dialog.tsx';
import { type FileState, type LoadedFile, useFile } from '../../workbench/file-draft/use-file.ts';
import { useTab, useTabLabel } from '../../workbench/tab-context.tsx';
import { marksOf, ProblemStrip, useProblemPosition } from './problem-strip.tsx';

const messages = sharedMessages.files;

const CompletingEditor = lazy(async () => ({
  default: (await import('./completing-editor.tsx')).CompletingEditor,
}));

const ActsPane = lazy(async () => ({ default: (await import('./sign-in/acts-pane.tsx')).ActsPane }));
const TargetPane = lazy(async () => ({
  default: (await import('./sign-in/target-pane.tsx')).TargetPane,
}));
const signInFolder = 'sign-ins/';
const targetFolder = 'targets/';

/** Takes the file away, with a way back. */
function useRemove(file: string): () => void {
  const { client, queryClient } = useApi();
  const { navigate } = useTab();
  const refresh = () => void queryClient.invalidateQueries();
  return () => {
    client.workspace.removeFile({ file }).then(({ undoId }) => {
      refresh();
      navigate('/files');
      toastUndo(
        messages.removed(file),
        () => void client.workspace.restoreFile({ undoId }).then(refresh, reportProblem),
      );
    }, reportProblem);
  };
}

function FileNotes({
  state,
  wasRestored,
  onMerge,
}: {
  readonly state: FileState;
  readonly wasRestored: boolean;
  readonly onMerge: () => void;
}) {
  const { saved, theirs, problem } = state;
  return (
    <>
      {problem === null ? null : <ProblemNote problem={problem} />}
      {saved.isReadOnly ? <p className="remark">{messages.readOnly}</p> : null}
      {saved.version === null ? <p className="remark">{messages.gone}</p> : null}
      <ChangedOutside state={state} onMerge={onMerge} />
      {wasRestored && state.isDirty && theirs === null ? <p className="remark">{messages.restored}</p> : null}
    </>
  );
}

/** The edits of a kept draft, where they really lead to its text. */
function historyOf({
  draft,
}: LoadedFile): { readonly base: string; readonly groups: ReturnType<typeof groupsOf> } | null {
  if (draft === null) return null;
  return replay(draft.baseText, draft.edits) === draft.text
    ? { base: draft.baseText, groups: groupsOf(draft) }
    : { base: draft.text, groups: [] };
}

function FileBar({
  file,
  state,
  onSave,
}: {
  readonly file: string;
  readonly state: FileState;
  readonly onSave: () => void;
}) {
  const remove = useRemove(file);
  return (
    <div className="toolbar">
      <h2 className="mono strong clip">{file}</h2>
      {state.isDirty ? <i className="dot c-accent" /> : null}
      <span className="push" />
      <span className="ref lg file-hint">{messages.tabHint}</span>
      <Button kind="ghost" icon={Trash2} onPress={remove}>
        {messages.remove}
      </Button>
      <Button disabled={!state.isDirty} onPress={state.revert}>
        {messages.revert}
      </Button>
      <Button
        kind="ink"
        icon={Save}
        keyHint="ctrl+s"
        disabled={!state.isDirty || state.saved.isReadOnly}
        onPress={onSave}
      >
        {messages.save}
      </Button>
    </div>
  );
}

export interface FileEditorProps {
  readonly file: string;
  readonly loaded: LoadedFile;
}

interface FileTextProps extends FileEditorProps {
  readonly state: FileState;
  readonly cursor: ComponentProps<typeof CompletingEditor>['cursor'];
}

/** The text of the file; beside that of a sign-in its acts, beside that of a server how people are signed in there. */
function FileText({ file, loaded, state, cursor }: FileTextProps) {
  const history = historyOf(loaded);
  const editor = (
    <Suspense fallback={<div className="screen-loading" />}>
      <CompletingEditor
        file={file}
        label={messages.editor(file)}
        initialText={history?.base ?? loaded.opened.text}
        history={history?.groups ?? []}
        initialCursor={loaded.draft?.cursor ?? 0}
        replacement={state.replacement}
        marks={marksOf(state.problems)}
        cursor={cursor}
        isReadOnly={state.saved.isReadOnly}
        onReady={state.onReady}
        onChange={state.onChange}
      />
    </Suspense>
  );
  const name = file.slice(file.indexOf('/') + 1).replace(/\.json$/, '');
  const { isReadOnly } = state.saved;
  const pane = file.startsWith(signInFolder) ? (
    <ActsPane name={name} text={state.text} isReadOnly={isReadOnly} onRewrite={state.rewrite} />
  ) : file.startsWith(targetFolder) ? (
    <TargetPane target={name} />
  ) : null;
  if (pane === null) return editor;
  return (
    <div className="file-with-acts">
      <Suspense fallback={<div className="screen-loading" />}>{pane}</Suspense>
      {editor}
    </div>
  );
}

/** One file of the workspace as text. */
export function FileEditor({ file, loaded }: FileEditorProps) {
  const state = useFile(file, loaded, { hasEditor: true });
  const [isMerging, setIsMerging] = useState(false);
  const { place, goTo, next, previous } = useProblemPosition(state.problems);
  useTabLabel(file.split('/').at(-1) ?? file, state.isDirty);
  const save = () => {
    void state.save().then((outcome) => {
      if (outcome === 'conflict') setIsMerging(true);
    });
  };
  useCommands([
    {
      id: 'file.save',
      title: messages.commands.save,
      group: 'file',
      keys: ['ctrl+s'],
      isInMenu: true,
      // Never disabled: a person who types and saves at once must not be faster than the list of commands.
      run: save,
    },
    {
      id: 'file.revert',
      title: messages.commands.revert,
      group: 'file',
      isDisabled: !state.isDirty,
      run: state.revert,
    },
    { id: 'problems.next', title: messages.commands.next, group: 'go', keys: ['f8'], run: next },
    {
      id: 'problems.previous',
      title: messages.commands.previous,
      group: 'go',
      keys: ['shift+f8'],
      run: previous,
    },
  ]);
  return (
    <section className="file" aria-label={file}>
      <FileBar file={file} state={state} onSave={save} />
      <FileNotes state={state} wasRestored={loaded.draft !== null} onMerge={() => setIsMerging(true)} />
      <FileText file={file} loaded={loaded} state={state} cursor={place} />
      <ProblemStrip
        problems={state.problems}
        onGo={goTo}
        onFix={(edits) => state.rewrite(applyEdits(state.text, edits))}
      />
      {isMerging ? (
        <MergeDialog
          file={file}
          baseText={state.saved.text}
          mineText={state.text}
          onClose={() => setIsMerging(false)}
          onMerged={(text, theirs) => {
            state.takeMerged(text, theirs);
            setIsMerging(false);
            toast(sharedMessages.merge.done);
          }}
        />
      ) : null}
    </section>
  );
}
