import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import type { FileState } from './use-file.ts';

const messages = sharedMessages.files;

export interface ChangedOutsideProps {
  readonly state: Pick<FileState, 'theirs'>;
  readonly onMerge: () => void;
}

/** Says that somebody else changed the file since the draft was begun, and how both are brought together. */
export function ChangedOutside({ state, onMerge }: ChangedOutsideProps) {
  if (state.theirs === null) return null;
  return (
    <Note
      kind="warning"
      title={messages.changedOutside}
      actions={
        <Button small onPress={onMerge}>
          {messages.compare}
        </Button>
      }
    >
      <p>{messages.changedOutsideMore}</p>
    </Note>
  );
}
