import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { strings } from '../../words/strings.ts';
import type { FileState } from './use-file.ts';

const words = strings.files;

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
      title={words.changedOutside}
      actions={
        <Button small onPress={onMerge}>
          {words.compare}
        </Button>
      }
    >
      <p>{words.changedOutsideMore}</p>
    </Note>
  );
}
