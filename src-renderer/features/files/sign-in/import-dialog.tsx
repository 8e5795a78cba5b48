import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { SignInPreview } from '#shared/api/sign-ins.ts';
import { type FieldMeaning, fieldMeanings } from '#shared/sign-ins/index.ts';
import { useApi } from '../../../api/api-context.tsx';
import { toProblem } from '../../../api/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FileChooser } from '../../../ui/file-chooser.tsx';
import { ProblemNote } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.tsx';
import { sharedMessages } from '../../../words/shared-messages.ts';
import { filePath } from '../../../workbench/addresses.ts';
import { openLink } from '../../../workbench/layout-store.ts';
import { actText } from './act-text.ts';
import { signInMessages as messages } from './words.ts';
import './sign-in.css';

type Meanings = ReadonlyMap<number, FieldMeaning>;

const unanswered = 'unanswered';
const meaningOptions = [
  { id: unanswered, label: messages.unanswered },
  ...fieldMeanings.map((id) => ({ id, label: messages.meanings[id] })),
];

/** The recording as it is being told of. It holds passwords, and goes with the dialog. */
interface Told {
  readonly target: string;
  readonly text: string;
  readonly username: string;
  readonly meanings: Meanings;
}

function inputOf({ target, text, username, meanings }: Told) {
  return {
    target,
    text,
    fields: [...meanings].map(([act, meaning]) => ({ act, meaning })),
    ...(username === '' ? {} : { username }),
  };
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

interface ReadProps {
  readonly told: Told;
  readonly onTell: (told: Partial<Told>) => void;
  readonly onRead: () => void;
  readonly isReading: boolean;
}

/** Where the recording comes from. */
function Recording({ told, onTell, onRead, isReading }: ReadProps) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <p className="muted">{messages.importText}</p>
      <FileChooser
        ref={chooser}
        label={messages.choose}
        accept=".json,application/json"
        onFiles={([file]) => void file.text().then((text) => onTell({ text }))}
      />
      <div className="row">
        <Button onPress={() => chooser.current?.click()}>{messages.choose}</Button>
      </div>
      <TextArea label={messages.paste} rows={4} value={told.text} onChange={(text) => onTell({ text })} />
      <TextField
        label={messages.user}
        help={messages.userHelp}
        value={told.username}
        onChange={(username) => onTell({ username })}
      />
      <div className="row">
        <Button disabled={isReading || told.text.trim() === ''} onPress={onRead}>
          {messages.read}
        </Button>
      </div>
    </>
  );
}

function useImport(told: Told, onClose: () => void) {
  const { client } = useApi();
  const queryClient = useQueryClient();
  const reading = useMutation({ mutationFn: () => client.signIns.preview(inputOf(told)) });
  const saving = useMutation({
    mutationFn: (as: { readonly name: string; readonly replace: boolean }) =>
      client.signIns.import({ ...inputOf(told), ...as }),
    onSuccess: async ({ path }) => {
      await queryClient.invalidateQueries();
      onClose();
      toast(messages.saved(path));
      openLink(filePath(path));
    },
  });
  return { reading, saving };
}

interface FormProps {
  readonly targets: readonly { readonly name: string; readonly displayName: string }[];
  readonly first: string;
  readonly onClose: () => void;
}

function ImportForm({ targets, first, onClose }: FormProps) {
  const [told, setTold] = useState<Told>({ target: first, text: '', username: '', meanings: new Map() });
  const [name, setName] = useState<string | null>(null);
  const [replace, setReplace] = useState(false);
  const { reading, saving } = useImport(told, onClose);
  const preview = reading.data;
  // Answers belong to the recording that was read: they go with it.
  const tell = (part: Partial<Told>) => {
    setTold((before) => ({ ...before, meanings: new Map(), ...part }));
    if (part.meanings === undefined) reading.reset();
    saving.reset();
  };
  const answer = (act: number, meaning: FieldMeaning | null) => {
    const next = new Map(told.meanings);
    if (meaning === null) next.delete(act);
    else next.set(act, meaning);
    tell({ meanings: next });
  };
  const isAnswered = preview?.questions.every(({ act }) => told.meanings.has(act)) === true;
  const problem = saving.error ?? reading.error;
  return (
    <div className="dialog-form">
      <Select
        label={messages.target}
        options={targets.map((target) => ({ id: target.name, label: target.displayName }))}
        value={told.target}
        onChange={(target) => tell({ target })}
      />
      <Recording told={told} onTell={tell} onRead={() => reading.mutate()} isReading={reading.isPending} />
      {preview === undefined ? null : (
        <>
          <Acts {...preview.file} />
          <Questions questions={preview.questions} meanings={told.meanings} onAnswer={answer} />
          {preview.foreignOrigins.length === 0 ? null : (
            <p className="remark">{messages.foreign(preview.foreignOrigins.join(', '))}</p>
          )}
          <TextField label={messages.name} value={name ?? told.target} isMono onChange={setName} />
          <Checkbox label={messages.replace} isChecked={replace} onChange={setReplace} />
        </>
      )}
      {problem === null ? null : <ProblemNote problem={toProblem(problem)} />}
      <footer className="dialog-acts">
        <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
        <Button
          kind="ink"
          disabled={!isAnswered || saving.isPending}
          onPress={() => saving.mutate({ name: name ?? told.target, replace })}
        >
          {messages.save}
        </Button>
      </footer>
    </div>
  );
}

/** Makes a sign-in of a recording: what was typed in it is asked for where nothing tells what it was. */
export function ImportSignInDialog({ onClose }: { readonly onClose: () => void }) {
  const { orpc } = useApi();
  const targets = useQuery(orpc.signIns.targets.queryOptions());
  const first = targets.data?.[0]?.name;
  return (
    <Dialog title={messages.importTitle} onClose={onClose}>
      {targets.error === null ? null : <ProblemNote problem={toProblem(targets.error)} />}
      {targets.data !== undefined && first === undefined ? <p>{messages.noTargets}</p> : null}
      {first === undefined ? null : (
        <ImportForm targets={targets.data ?? []} first={first} onClose={onClose} />
      )}
    </Dialog>
  );
}
