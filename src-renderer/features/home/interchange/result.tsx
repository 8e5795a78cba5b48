import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { openLink } from '../../../workbench/layout-store.ts';
import { pathOf, type Taken } from './choice.ts';
import { messages } from './words.ts';

export interface ResultProps {
  readonly taken: Taken;
  readonly isBusy: boolean;
  readonly onUndo: (undoId: string) => void;
}

/** The imported entities, with an undo for as long as they are shown. */
export function Result({ taken, isBusy, onUndo }: ResultProps) {
  const { entities, failed, undoId } = taken;
  return (
    <section className="bring-part" aria-labelledby="taken-over">
      <div className="row wrap-row">
        <h2 id="taken-over" className="title">
          {messages.result}
        </h2>
        <span className="push" />
        {entities.length === 0 ? null : (
          <>
            <span className="muted">{messages.undoText}</span>
            <Button disabled={isBusy} onPress={() => onUndo(undoId)}>
              {messages.undo}
            </Button>
          </>
        )}
      </div>
      <ul className="lines">
        {entities.map((entity) => (
          <li key={entity.file} className="row">
            <button type="button" className="lnk" onClick={() => openLink(pathOf(entity))}>
              {entity.name}
            </button>
            <span className="ref">{messages.kinds[entity.kind]}</span>
            <span className="push" />
            <span className="ref mono wrap">{entity.file}</span>
          </li>
        ))}
      </ul>
      {failed.length === 0 ? null : (
        <Note kind="failed" title={messages.failed(failed.length)}>
          {failed.map((message) => (
            <p key={message} className="wrap">
              {message}
            </p>
          ))}
        </Note>
      )}
    </section>
  );
}
