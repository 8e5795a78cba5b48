import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '../../../api/api-context.tsx';
import { toProblem } from '../../../api/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FileChooser } from '../../../ui/file-chooser.tsx';
import { ProblemNote } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { sharedMessages } from '../../../words/shared-messages.ts';
import { SaveRecording } from '../../../workbench/sign-in/save-recording.tsx';
import { useFormerSignIn } from '../../../workbench/sign-in/use-former-sign-in.ts';
import { signInMessages as messages } from '../../../workbench/sign-in/words.ts';

/** The recording as it is being told of. It holds passwords, and goes with the dialog. */
interface Told {
  readonly target: string;
  readonly text: string;
  readonly username: string;
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

interface FormProps {
  readonly targets: readonly { readonly name: string; readonly displayName: string }[];
  readonly first: string;
  readonly onClose: () => void;
}

function ImportForm({ targets, first, onClose }: FormProps) {
  const { client } = useApi();
  const [told, setTold] = useState<Told>({ target: first, text: '', username: '' });
  const { username, ...rest } = told;
  const source = username === '' ? rest : told;
  const reading = useMutation({ mutationFn: () => client.signIns.preview(source) });
  const former = useFormerSignIn(told.target);
  const tell = (part: Partial<Told>) => {
    setTold((before) => ({ ...before, ...part }));
    reading.reset();
  };
  return (
    <div className="dialog-form">
      <Select
        label={messages.target}
        options={targets.map((target) => ({ id: target.name, label: target.displayName }))}
        value={told.target}
        onChange={(target) => tell({ target })}
      />
      <Recording told={told} onTell={tell} onRead={() => reading.mutate()} isReading={reading.isPending} />
      {reading.error === null ? null : <ProblemNote problem={toProblem(reading.error)} />}
      {reading.data === undefined || former === undefined ? (
        <footer className="dialog-acts">
          <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
          <Button kind="ink" disabled>
            {messages.save}
          </Button>
        </footer>
      ) : (
        // Answers belong to the recording that was read: they go with it.
        <SaveRecording source={source} preview={reading.data} former={former} onClose={onClose} />
      )}
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
