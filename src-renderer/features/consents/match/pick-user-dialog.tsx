import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { TextField } from '#renderer/ui/field.tsx';
import { ListBox } from '#renderer/ui/list-box.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ActDialog } from '../../../ui/act-dialog.tsx';
import { importMessages } from '../words.ts';

const messages = importMessages.imports.match.picking;

export interface FoundUser {
  readonly id: string;
  readonly label: string;
}

export interface PickUserDialogProps {
  readonly importId: string;
  /** The user as the file names them. */
  readonly userKey: string;
  /** Users that have this key, where more than one has. */
  readonly candidates: readonly FoundUser[];
  readonly onPick: (user: FoundUser) => void;
  readonly onClose: () => void;
}

/** Says which user of the platform one of the file is. */
export function PickUserDialog({ importId, userKey, candidates, onPick, onClose }: PickUserDialogProps) {
  const { orpc } = useApi();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<FoundUser | null>(candidates[0] ?? null);
  const text = useDeferredValue(typed.trim());
  const found = useQuery({
    ...orpc.imports.findUsers.queryOptions({ input: { id: importId, text } }),
    enabled: text !== '',
    placeholderData: (before) => before,
    gcTime: 10_000,
  });
  const offered = text === '' ? candidates : (found.data ?? []);
  return (
    <ActDialog
      title={messages.title}
      act={messages.act}
      disabled={chosen === null || !offered.some(({ id }) => id === chosen.id)}
      onAct={() => {
        if (chosen !== null) onPick(chosen);
      }}
      onClose={onClose}
    >
      <p className="wrap" data-words="data">
        {messages.text(userKey)}
      </p>
      <TextField
        label={messages.search}
        value={typed}
        type="search"
        isMono
        help={messages.searchHelp}
        onChange={setTyped}
      />
      {found.error === null ? null : <ProblemNote problem={toProblem(found.error)} />}
      {text === '' && candidates.length > 0 ? <p className="help">{messages.offered}</p> : null}
      {text !== '' && found.data !== undefined && offered.length === 0 ? (
        <output className="help">{messages.none}</output>
      ) : null}
      {offered.length === 0 ? null : (
        <ListBox
          label={messages.found}
          items={offered}
          selectedId={chosen?.id ?? null}
          onSelect={setChosen}
          className="imp-found scroll"
          itemClass={() => 'imp-found-line'}
        >
          {({ id, label }) => (
            <>
              <span className="clip" data-words="data">
                {label}
              </span>
              <span className="mono muted clip">{id}</span>
            </>
          )}
        </ListBox>
      )}
    </ActDialog>
  );
}
