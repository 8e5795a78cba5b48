import { buttonClass } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import type { AttackRun } from '#shared/api/index.ts';
import { changeView } from './attack-view.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

/** The reasons that several inconclusive cases share, each once, with a link to the first case. */
export function SharedReasons({ remarks }: Pick<AttackRun, 'remarks'>) {
  return remarks
    .filter(({ cases }) => cases.length > 0)
    .map(({ text, cases }) => (
      <Note key={text} kind="warning" title={messages.openForOneReason(cases.length)}>
        <p>
          <span data-words="data">{text}</span>{' '}
          <button type="button" className="lnk" onClick={() => changeView({ openedId: cases[0] ?? null })}>
            {messages.firstOfThem(cases[0] ?? '')}
          </button>
        </p>
      </Note>
    ));
}

/** The findings of the probe about the attacked server. */
export function FoundAboutServer({ remarks }: Pick<AttackRun, 'remarks'>) {
  const found = remarks.filter(({ cases }) => cases.length === 0);
  if (found.length === 0) return null;
  return (
    <Popover
      title={messages.aboutServer}
      triggerClass={buttonClass('ghost', true)}
      placement="bottom end"
      trigger={messages.aboutServer}
    >
      <ul className="attack-found" data-words="data">
        {found.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Popover>
  );
}
