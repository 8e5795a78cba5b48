import { Note } from '#renderer/ui/note.tsx';
import { gapsAt } from './findings.ts';
import type { PartProps } from './history-tab.tsx';
import { HostQuestions } from './host-question.tsx';
import { messages } from './words.ts';

/** Says what nobody looked at; sources that could not be read are said by themselves. */
export function Gaps({ contract, date }: Pick<PartProps, 'contract' | 'date'>) {
  const own = messages.gaps;
  const gaps = gapsAt(contract.state, date).filter(({ kind }) => kind !== 'errors');
  if (gaps.length === 0) return null;
  const { notRead, untold } = contract.state.coverage;
  const named = [...notRead.files, ...untold.places.map(({ file, line, text }) => `${file}:${line} ${text}`)];
  return (
    <div className="ch-gaps">
      <Note kind="warning" title={own.title}>
        <ul>
          {gaps.map(({ kind, count }) => (
            <li key={kind}>{own.texts[kind](count)}</li>
          ))}
        </ul>
        <HostQuestions coverage={contract.state.coverage} acts={contract.acts} />
        {named.length === 0 ? null : (
          <details>
            <summary>{own.named(named.length)}</summary>
            <ul className="mono wrap" data-words="data">
              {named.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </details>
        )}
      </Note>
    </div>
  );
}
