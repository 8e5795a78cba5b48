import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SignInPreview } from '#shared/api/sign-ins.ts';
import { type FieldMeaning, fieldMeanings } from '#shared/sign-ins/index.ts';
import { isFileName } from '#shared/workspace/file-name.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { DialogActs } from '../../ui/act-dialog.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { filePath } from '../addresses.ts';
import { openLink } from '../layout-store.ts';
import { actText } from './act-text.ts';
import './sign-in.css';
import { signInMessages as messages } from './words.ts';

type Meanings = ReadonlyMap<number, FieldMeaning>;
type FieldAnswers = { readonly act: number; readonly meaning: FieldMeaning }[];

const unanswered = 'unanswered';
const meaningOptions = [
  { id: unanswered, label: messages.unanswered },
  ...fieldMeanings.map((id) => ({ id, label: messages.meanings[id] })),
];

/** Where a recording comes from: a text, or the run in whose browser it was watched. */
export interface RecordingSource {
  readonly target: string;
  readonly text?: string;
  readonly run?: string;
  readonly username?: string;
}

interface QuestionsProps {
  readonly questions: SignInPreview['questions'];
  readonly meanings: Meanings;
  readonly onAnswer: (act: number, meaning: FieldMeaning | null) => void;
}

/** The typed texts of which nothing tells what they were. */
function Questions({ questions, meanings, onAnswer }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <fieldset className="sign-in-questions">
      <legend className="label">{messages.questions}</legend>
      {questions.map(({ act, field, length }) => (
        <Select
          key={act}
          label={messages.question(act, field, length)}
          options={meaningOptions}
          value={meanings.get(act) ?? unanswered}
          onChange={(id) => onAnswer(act, fieldMeanings.find((meaning) => meaning === id) ?? null)}
        />
      ))}
    </fieldset>
  );
}

function Acts({ steps }: SignInPreview['file']) {
  return (
    <ol className="sign-in-preview" aria-label={messages.acts}>
      {steps
        .map((act, index) => ({ id: String(index), act }))
        .map(({ id, act }) => (
          <li key={id}>
            {messages.kinds[act.type]} <span data-words="data">{actText(act)}</span>
          </li>
        ))}
    </ol>
  );
}

/** Writes the sign-in, and opens its file. */
function useSave(source: RecordingSource, onClose: () => void) {
  const { client, queryClient } = useApi();
  return useMutation({
    mutationFn: (as: Omit<Parameters<typeof client.signIns.import>[0], keyof RecordingSource>) =>
      client.signIns.import({ ...source, ...as }),
    onSuccess: async ({ path }) => {
      await queryClient.invalidateQueries();
      onClose();
      toast(messages.saved(path));
      openLink(filePath(path));
    },
  });
}

/** The acts, with what was said of their fields so far. */
function useActs(source: RecordingSource, preview: SignInPreview, fields: FieldAnswers) {
  const { orpc } = useApi();
  const isAsked = fields.length > 0;
  const { data } = useQuery(
    orpc.signIns.preview.queryOptions({
      input: { ...source, fields },
      enabled: isAsked,
      gcTime: 0,
      placeholderData: keepPreviousData,
    }),
  );
  return isAsked && data !== undefined ? data.file : preview.file;
}

export interface SaveRecordingProps {
  readonly source: RecordingSource;
  readonly preview: SignInPreview;
  /** The name of the sign-in that the target names already; null: it names none. */
  readonly former: string | null;
  readonly onClose: () => void;
}

/** The acts of a recording, what has to be said of them, and its name: from here it is saved. */
export function SaveRecording({ source, preview, former, onClose }: SaveRecordingProps) {
  const [meanings, setMeanings] = useState<Meanings>(new Map());
  const [name, setName] = useState(former ?? source.target);
  const [replace, setReplace] = useState(former !== null);
  const [addOrigins, setAddOrigins] = useState(false);
  const fields = [...meanings].map(([act, meaning]) => ({ act, meaning }));
  const acts = useActs(source, preview, fields);
  const saving = useSave(source, onClose);
  const { foreignOrigins, questions } = preview;
  const answer = (act: number, meaning: FieldMeaning | null) => {
    const next = new Map(meanings);
    if (meaning === null) next.delete(act);
    else next.set(act, meaning);
    setMeanings(next);
  };
  const isReady = isFileName(name) && questions.every(({ act }) => meanings.has(act)) && !saving.isPending;
  return (
    <>
      <Acts {...acts} />
      <Questions questions={questions} meanings={meanings} onAnswer={answer} />
      {foreignOrigins.length === 0 ? null : (
        <>
          <p className="remark">{messages.foreign(foreignOrigins.join(', '))}</p>
          <Checkbox label={messages.addOrigins} isChecked={addOrigins} onChange={setAddOrigins} />
        </>
      )}
      <TextField
        label={messages.name}
        value={name}
        isMono
        error={name === '' || isFileName(name) ? null : sharedMessages.files.addHelp}
        onChange={setName}
      />
      <Checkbox label={messages.replace} isChecked={replace} onChange={setReplace} />
      {saving.error === null ? null : <ProblemNote problem={toProblem(saving.error)} />}
      <DialogActs
        act={messages.save}
        disabled={!isReady}
        onAct={() => saving.mutate({ name, replace, addOrigins, fields })}
        onClose={onClose}
      />
    </>
  );
}
