import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { TrustStatus } from '#shared/api/index.ts';
import { useApi } from '../../../api/api-context.tsx';
import { toProblem } from '../../../api/problem.ts';
import { Empty } from '../../../ui/empty.tsx';
import { Note, ProblemNote } from '../../../ui/note.tsx';
import { formatDateTime } from '../../../words/format.ts';
import { settingsMessages } from '../words.ts';
import { Decision } from './decision.tsx';
import { FolderTable } from './folder-table.tsx';
import { ItemTable } from './item-table.tsx';

const messages = settingsMessages.workspaceTrust;

function isRestricted({ mode }: TrustStatus): boolean {
  return mode === 'restricted' || mode === 'forced';
}

/** The trust mode in force, the decision behind it, and the buttons to change it. */
function Standing({ trust }: { readonly trust: TrustStatus }) {
  const { mode, decidedAtMillis } = trust;
  const { title, text } = messages.modes[mode];
  const when =
    decidedAtMillis === null ? messages.undecided : messages.decided(formatDateTime(decidedAtMillis));
  return (
    <Note
      kind={isRestricted(trust) ? 'warning' : 'neutral'}
      title={title}
      actions={mode === 'everything' ? undefined : <Decision trust={trust} />}
    >
      <p>{text}</p>
      {mode === 'everything' ? null : <p className="muted">{when}</p>}
    </Note>
  );
}

function Items({ trust }: { readonly trust: TrustStatus }) {
  const { items, mode } = trust;
  if (items.length === 0)
    return <Empty icon={ShieldCheck} title={messages.nothingTitle} text={messages.nothingText} />;
  const fresh = mode === 'trusted' ? items.filter(({ isOff }) => isOff) : [];
  const rest = items.filter((item) => !fresh.includes(item));
  return (
    <>
      {fresh.length === 0 ? null : (
        <section className="trust-part">
          <h3 className="label">{messages.grown}</h3>
          <p className="muted">{messages.grownText(fresh.length)}</p>
          <ItemTable items={fresh} label={messages.grown} />
        </section>
      )}
      {rest.length === 0 ? null : (
        <section className="trust-part">
          <h3 className="label">{isRestricted(trust) ? messages.would : messages.does}</h3>
          <ItemTable items={rest} label={isRestricted(trust) ? messages.would : messages.does} />
        </section>
      )}
    </>
  );
}

/** The access of the open workspace beyond its folder, the decision about it, and decisions about other folders. */
export function WorkspaceTrust() {
  const { orpc } = useApi();
  const status = useQuery(orpc.workspaceTrust.status.queryOptions({ staleTime: 1_000 }));
  return (
    <div className="settings-form wide form">
      {status.error === null ? null : <ProblemNote problem={toProblem(status.error)} />}
      {status.data === undefined ? null : (
        <>
          <Standing trust={status.data} />
          <Items trust={status.data} />
        </>
      )}
      <FolderTable />
    </div>
  );
}
