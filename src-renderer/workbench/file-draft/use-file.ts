import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Draft, OpenedFile } from '#shared/api/index.ts';
import { type EditLog, groupsOf } from '#shared/drafts/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { useApi } from '../../api/api-context.tsx';
import { useAppStatus } from '../../api/live.ts';
import { toProblem } from '../../api/problem.ts';
import { announce } from '../../ui/announcer.tsx';
import type { EditorChange, EditorStates } from '../../ui/code-editor/code-editor.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { toast } from '../../ui/toast.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { beginTracking, type DraftTracker, track } from './draft-tracker.ts';
import { differenceOf, type OwnChange, redoChange, undoChange } from './own-changes.ts';

const messages = sharedMessages.files;

/** A change is with the engine, and on disk, at most this long after it plus one call, in milliseconds. */
const keepWithinMillis = 200;
const checkAfterMillis = 250;

/** A file with the draft of it, as they were when the editor was opened. */
export interface LoadedFile {
  readonly opened: OpenedFile;
  readonly draft: Draft | null;
}

/** Loads a file and its draft, each time it is opened. */
export function useLoadedFile(file: string) {
  const { client } = useApi();
  return useQuery({
    queryKey: ['file', file],
    queryFn: async (): Promise<LoadedFile> => {
      const [opened, drafts] = await Promise.all([client.workspace.readFile({ file }), client.drafts.list()]);
      return { opened, draft: drafts.find((draft) => draft.file === file) ?? null };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
  });
}

export type SaveOutcome = 'saved' | 'unchanged' | 'conflict' | 'failed';

export interface FileState {
  readonly text: string;
  readonly saved: OpenedFile;
  /** The current version of the file, if it was changed outside since the draft was begun. */
  readonly theirs: OpenedFile | null;
  readonly isDirty: boolean;
  readonly problems: readonly Problem[];
  readonly replacement: string | null;
  readonly problem: Problem | null;
  readonly onReady: (states: EditorStates) => void;
  readonly onChange: (change: EditorChange) => void;
  readonly save: () => Promise<SaveOutcome>;
  readonly revert: () => void;
  /** Takes a merged text as the draft, over the version of the file that it was merged with. */
  readonly takeMerged: (text: string, theirs: OpenedFile) => void;
  /** Makes the text another one at one stroke. */
  readonly rewrite: (text: string) => void;
  /** The step before or after, where a form and no editor shows the text. */
  readonly undo: () => void;
  readonly redo: () => void;
  /** The way to the text, for an editor that is about to show it. */
  readonly historyNow: () => EditLog;
}

/** Reads the list of files again, which says which of them have drafts. */
function useFilesAgain(): () => void {
  const { orpc, queryClient } = useApi();
  return () => void queryClient.invalidateQueries({ queryKey: orpc.workspace.files.queryKey() });
}

/** Keeps a draft with the engine while it differs from the file. */
function useDraftKeeping(
  file: string,
  current: () => { readonly draft: Draft; readonly isDirty: boolean },
): () => void {
  const { client } = useApi();
  const listAgain = useFilesAgain();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const kept = useRef<boolean>(undefined);
  const keep = useEffectEvent(() => {
    timer.current = undefined;
    const { draft, isDirty } = current();
    const isOther = kept.current !== isDirty;
    kept.current = isDirty;
    const call = isDirty ? client.drafts.put(draft) : client.drafts.discard({ file });
    call.then(() => {
      if (isOther) listAgain();
    }, reportProblem);
  });
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      keep();
    },
    [],
  );
  // The first change sets the time: who types on and on is kept up with all the same.
  return () => {
    timer.current ??= setTimeout(() => keep(), keepWithinMillis);
  };
}

/** The problems in the text, checked shortly after the last key press. */
function useChecked(file: string, text: string): readonly Problem[] {
  const { client } = useApi();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      client.workspace.checkFile({ file, text }).then(
        (found) => {
          if (isCurrent) setProblems(found);
        },
        () => undefined,
      );
    }, checkAfterMillis);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, file, text]);
  return problems;
}

/** Reads the file again whenever the workspace changes, and says when it is another version. */
function useOutsideEdits(file: string, onOther: (now: OpenedFile) => void): void {
  const { client } = useApi();
  const revision = useAppStatus()?.workspaceRevision ?? 0;
  const seen = useRef(revision);
  const other = useEffectEvent(onOther);
  useEffect(() => {
    if (seen.current === revision) return;
    seen.current = revision;
    client.workspace.readFile({ file }).then(
      (now) => other(now),
      () => undefined,
    );
  }, [client, file, revision]);
}

function firstTracker({ opened, draft }: LoadedFile): DraftTracker {
  const log =
    draft === null ? { baseText: opened.text, edits: [] } : { baseText: draft.baseText, edits: draft.edits };
  // An editor numbers the states anew; below zero they are those of forms.
  return beginTracking(
    log,
    0,
    groupsOf(log).map((_, at) => -1 - at),
  );
}

/** The version that the draft is based on: the file when the draft was begun. */
function firstSaved({ opened, draft }: LoadedFile): OpenedFile {
  return draft === null ? opened : { ...opened, text: draft.savedText, version: draft.baseVersion };
}

interface SavingOptions {
  readonly file: string;
  readonly saved: OpenedFile;
  readonly text: () => string;
  /** Takes over the version that is now in the file, and the text that was sent for it. */
  readonly onWritten: (version: OpenedFile, sent: string) => void;
  readonly onRevert: () => void;
}

/** Writes a draft into its file, or drops it. */
function useSaving({ file, saved, text, onWritten, onRevert }: SavingOptions) {
  const { client } = useApi();
  const listAgain = useFilesAgain();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<SaveOutcome> => {
    const typed = text();
    if (typed === saved.text && saved.version !== null) return 'unchanged';
    setSaving(true);
    try {
      const written = await client.workspace.writeFile({ file, text: typed, baseVersion: saved.version });
      await client.drafts.discard({ file });
      listAgain();
      setProblem(null);
      onWritten(written, typed);
      // The dot goes away, which is enough for those who see it.
      if (written.text === typed) announce(messages.saved(file));
      else toast(messages.savedSealed(file));
      return 'saved';
    } catch (error) {
      const failure = toProblem(error);
      if (failure.code === 'workspace.conflict') return 'conflict';
      setProblem(failure);
      return 'failed';
    } finally {
      setSaving(false);
    }
  };
  const revert = () => {
    onRevert();
    client.drafts.discard({ file }).then(() => {
      listAgain();
      toast(messages.reverted);
    }, reportProblem);
  };
  return { save, revert, problem, isSaving };
}

/** A text with all ways of changing it: in an editor, or in a form that has no history of its own. */
function useTrackedText(loaded: LoadedFile) {
  const [text, setText] = useState(loaded.draft?.text ?? loaded.opened.text);
  const tracker = useRef(firstTracker(loaded));
  const cursor = useRef(loaded.draft?.cursor ?? 0);
  const latest = useRef(text);
  // Below those that a kept draft begins with.
  const ownState = useRef(-1_000_000);
  const change = (made: Omit<EditorChange, 'cursor'>, at: number) => {
    tracker.current = track(tracker.current, made);
    cursor.current = at;
    latest.current = made.text;
    setText(made.text);
  };
  const step = (made: OwnChange | null) => {
    if (made !== null) change(made, made.edits.at(-1)?.at ?? 0);
  };
  const rewrite = (after: string) => {
    const edit = differenceOf(latest.current, after);
    if (edit === null) return;
    ownState.current -= 1;
    step({ kind: 'edit', edits: [edit], text: after, stateId: ownState.current });
  };
  const undo = () => step(undoChange(tracker.current));
  const redo = () => step(redoChange(tracker.current, latest.current));
  const ready = ({ base, groups }: EditorStates) => {
    tracker.current = beginTracking(tracker.current.log, base, groups);
  };
  const now = () => ({ log: tracker.current.log, cursor: cursor.current, text: latest.current });
  return { text, now, change, rewrite, undo, redo, ready };
}

export interface UseFileOptions {
  /** An editor shows the text and keeps it; else what changes it is made of it here. */
  readonly hasEditor: boolean;
}

/** One file being edited: its draft is kept, checked, saved, and brought together with edits from outside. */
export function useFile(file: string, loaded: LoadedFile, { hasEditor }: UseFileOptions): FileState {
  const { queryClient } = useApi();
  const [saved, setSaved] = useState(() => firstSaved(loaded));
  const [now, setNow] = useState(loaded.opened);
  const [replacement, setReplacement] = useState<string | null>(null);
  const tracked = useTrackedText(loaded);
  const { text } = tracked;
  const isDirty = text !== saved.text;

  const keepSoon = useDraftKeeping(file, () => {
    const { log, cursor, text: typed } = tracked.now();
    return {
      isDirty: typed !== saved.text,
      draft: {
        file,
        baseVersion: saved.version,
        savedText: saved.text,
        baseText: log.baseText,
        text: typed,
        edits: log.edits.map((edit) => ({ ...edit })),
        cursor,
        changedAtMillis: Date.now(),
      },
    };
  });
  const act = (change: () => void) => {
    change();
    setReplacement(null);
    keepSoon();
  };
  const rewrite = (after: string) => act(() => tracked.rewrite(after));
  const show = hasEditor ? setReplacement : rewrite;
  const { save, revert, problem, isSaving } = useSaving({
    file,
    saved,
    text: () => tracked.now().text,
    onWritten: (version, sent) => {
      setSaved(version);
      setNow(version);
      // Edits made while the file was being written become a draft over the new version; the old draft is gone.
      if (tracked.now().text !== sent) keepSoon();
      else if (version.text !== sent) show(version.text);
      void queryClient.invalidateQueries();
    },
    onRevert: () => {
      setSaved(now);
      show(now.text);
    },
  });
  useOutsideEdits(file, (found) => {
    setNow(found);
    // Nothing was typed: the text of the file is shown.
    if (!isSaving && tracked.now().text === saved.text && found.version !== saved.version) {
      setSaved(found);
      show(found.text);
    }
  });
  return {
    text,
    saved,
    // During a save, the text of the file may be the one being saved.
    theirs: now.version !== saved.version && isDirty && !isSaving ? now : null,
    isDirty,
    problems: useChecked(file, text),
    replacement,
    problem,
    save,
    revert,
    onReady: tracked.ready,
    onChange: (made) => act(() => tracked.change(made, made.cursor)),
    takeMerged: (merged, version) => {
      setSaved(version);
      setNow(version);
      show(merged);
      keepSoon();
    },
    rewrite: show,
    undo: () => act(tracked.undo),
    redo: () => act(tracked.redo),
    historyNow: () => tracked.now().log,
  };
}
