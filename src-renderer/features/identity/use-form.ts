import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { HeldSecret, Registration, RegistrationKind } from '#shared/api/index.ts';
import type { Problem } from '#shared/errors/problem.ts';
import { type JsonValue, type MergeConflict, mergeThreeWay } from '#shared/workspace/three-way.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { useStore } from '../../api/store.ts';
import { reportProblem } from '../../ui/report-problem.ts';
import { toast, toastUndo } from '../../ui/toast.tsx';
import {
  draftKey,
  dropDraft,
  type FormDraft,
  formDrafts,
  freshDraft,
  isEdited,
  keepDraft,
  type Members,
  settleDraft,
} from './drafts.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.identity;

/** New values of secrets, null to remove one, undefined to keep the present one. */
type SecretChanges = Readonly<Record<string, string | null | undefined>>;

/** A registration under edit. */
export interface Form {
  readonly kind: RegistrationKind;
  readonly id: string;
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  readonly isEdited: boolean;
  /** The file was changed outside, and the edits fit onto it. */
  readonly isMerged: boolean;
  readonly isGone: boolean;
  readonly document: Members;
  readonly registration: Registration | null;
  readonly conflicts: readonly MergeConflict[];
  readonly problem: Problem | null;
  readonly isSaving: boolean;
  readonly held: (member: string) => HeldSecret | null;
  readonly secrets: FormDraft['secrets'];
  /** Sets members, and secrets with them; undefined takes a member away and keeps the present secret. */
  readonly change: (
    members: Readonly<Record<string, JsonValue | undefined>>,
    secrets?: SecretChanges,
  ) => void;
  readonly rename: (id: string) => void;
  /** A new value, null to remove it, undefined to keep the present one. */
  readonly setSecret: (member: string, value: string | null | undefined) => void;
  readonly resolve: (choices: ReadonlyMap<string, 'mine' | 'theirs'>) => void;
  readonly save: () => void;
  readonly revert: () => void;
}

interface Rebased {
  readonly draft: FormDraft;
  readonly isMerged: boolean;
  readonly conflicts: readonly MergeConflict[];
}

/** The draft on top of the present file. */
function rebase(draft: FormDraft, now: Registration | null): Rebased {
  const asItIs = { draft, isMerged: false, conflicts: [] };
  if (now === null || now.document === null || draft.baseVersion === null) return asItIs;
  if (draft.baseVersion === now.version) return asItIs;
  const theirs = now.document as Members;
  const result = mergeThreeWay(draft.base, draft.document, theirs);
  if ('conflicts' in result) return { ...asItIs, conflicts: result.conflicts };
  const document = (result.merged ?? {}) as Members;
  return {
    draft: { ...draft, base: theirs, baseVersion: now.version, document },
    isMerged: true,
    conflicts: [],
  };
}

/** Lines of lists that were added and left empty say nothing. */
function withoutBlanks(document: Members): Record<string, JsonValue> {
  const filled = (value: JsonValue) => (Array.isArray(value) ? value.filter((item) => item !== '') : value);
  return Object.fromEntries(Object.entries(document).map(([name, value]) => [name, filled(value)]));
}

/** Writes a draft; a version without secrets can be restored. */
function useSaving(kind: RegistrationKind, key: string, onSaved: (saved: Registration) => void) {
  const { client, orpc, queryClient } = useApi();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: orpc.identity.key() });
  const write = (draft: FormDraft) =>
    client.identity.save({
      kind,
      id: draft.id,
      baseVersion: draft.baseVersion,
      document: withoutBlanks(draft.document),
      // A field that was opened and left empty says nothing.
      secrets: Object.fromEntries(Object.entries(draft.secrets).filter(([, value]) => value !== '')),
    });
  return useMutation({
    mutationFn: write,
    onSuccess: (saved, draft) => {
      settleDraft(key, draft, saved, draftKey(kind, saved.id));
      refresh();
      onSaved(saved);
      const canUndo = draft.baseVersion !== null && Object.keys(draft.secrets).length === 0;
      if (!canUndo) return toast(messages.saved(saved.id));
      const before = { ...draft, document: draft.base, base: draft.document, baseVersion: saved.version };
      toastUndo(messages.saved(saved.id), () => {
        write(before).then(refresh, reportProblem);
      });
    },
    onError: refresh,
  });
}

export interface FormOptions {
  readonly kind: RegistrationKind;
  /** The entity of the draft; empty: a new one. */
  readonly id: string;
  /** Null: it is new, or its file is gone. */
  readonly registration: Registration | null;
  /** The initial values of a new registration. */
  readonly blank: FormDraft;
  readonly onSaved: (saved: Registration) => void;
}

/** Secrets with some of them changed; undefined keeps the present one. */
function withSecrets(before: FormDraft['secrets'], changes: SecretChanges): FormDraft['secrets'] {
  const entries = Object.entries({ ...before, ...changes });
  return Object.fromEntries(
    entries.flatMap(([member, value]) => (value === undefined ? [] : [[member, value] as const])),
  );
}

/** A registration, or a new one, as a form edits it; edits stay until they are saved or reverted. */
export function useForm({ kind, id, registration, blank, onSaved }: FormOptions): Form {
  const key = draftKey(kind, id);
  const kept = useStore(formDrafts).get(key);
  const first = registration === null ? blank : freshDraft(registration);
  const { draft, isMerged, conflicts } = rebase(kept ?? first, registration);
  const isGone = registration === null && draft.baseVersion !== null;
  const saving = useSaving(kind, key, onSaved);
  const [wasTold, setWasTold] = useState(false);
  const edited = kept !== undefined && isEdited(draft);
  useEffect(() => {
    if (!edited) return;
    // Secrets that were typed are kept nowhere else.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [edited]);
  const keep = (next: FormDraft) => {
    setWasTold(isMerged || wasTold);
    if (saving.isError) saving.reset();
    keepDraft(key, next);
  };
  return {
    kind,
    id: draft.id,
    isNew: registration === null && !isGone,
    isReadOnly: registration?.isReadOnly ?? false,
    isEdited: edited,
    isMerged: edited && (isMerged || wasTold),
    isGone,
    document: draft.document,
    registration,
    conflicts,
    problem: saving.error === null || conflicts.length > 0 ? null : toProblem(saving.error),
    isSaving: saving.isPending,
    held: (member) => registration?.secrets[member] ?? null,
    secrets: draft.secrets,
    change(members, secrets = {}) {
      const entries = Object.entries({ ...draft.document, ...members });
      const present = entries.flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      const typed = withSecrets(draft.secrets, secrets);
      keep({ ...draft, document: Object.fromEntries(present), secrets: typed });
    },
    rename: (next) => keep({ ...draft, id: next }),
    setSecret: (member, value) =>
      keep({ ...draft, secrets: withSecrets(draft.secrets, { [member]: value }) }),
    resolve(choices) {
      if (registration === null) return;
      const theirs = (registration.document ?? {}) as Members;
      const result = mergeThreeWay(draft.base, draft.document, theirs, choices);
      if ('conflicts' in result) return;
      const document = (result.merged ?? {}) as Members;
      keep({ ...draft, base: theirs, baseVersion: registration.version, document });
    },
    save() {
      if (!saving.isPending && conflicts.length === 0 && (edited || registration === null))
        saving.mutate(isGone ? { ...draft, baseVersion: null } : draft);
    },
    revert() {
      dropDraft(key);
      setWasTold(false);
      saving.reset();
    },
  };
}
