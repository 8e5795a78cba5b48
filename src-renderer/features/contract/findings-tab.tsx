import { CircleCheck, SearchX, X } from 'lucide-react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { LogGrid } from '#renderer/ui/log-grid.tsx';
import { Note, ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { CoverageLine } from './coverage.tsx';
import { findingColumns, findingTemplate } from './finding-columns.tsx';
import { FindingDetail } from './finding-detail.tsx';
import { FindingFilters, noFindingFilter } from './finding-filters.tsx';
import { fixable, gapsAt, hasFindingFilter, unreadOf } from './findings.ts';
import { Gaps } from './gaps.tsx';
import type { PartProps } from './history-tab.tsx';
import type { FindingList } from './use-finding-list.ts';
import { messages } from './words.ts';

export interface FindingsTabProps extends PartProps {
  readonly list: FindingList;
  readonly onSample: () => void;
}

/** Unreadable sources come first: they are not known to be clean. */
function Unread({ contract }: Pick<PartProps, 'contract'>) {
  const errors = unreadOf(contract.state);
  if (errors.length === 0) return null;
  return (
    <ScrollRegion label={messages.sources.problems} className="ch-errors">
      <div data-words="data">
        {errors.map((problem) => (
          <ProblemNote
            key={`${problem.code} ${problem.message} ${problem.location?.file}`}
            problem={problem}
          />
        ))}
      </div>
    </ScrollRegion>
  );
}

function Nothing({ contract, view, change, date, onSample }: Omit<FindingsTabProps, 'list'>) {
  const isUnread = unreadOf(contract.state).length > 0;
  const open = messages.findings;
  if (hasFindingFilter(view))
    return (
      <Empty
        icon={SearchX}
        title={open.noMatchTitle}
        text={open.noMatchText}
        actions={<Button onPress={() => change(noFindingFilter)}>{messages.filters.clear}</Button>}
      />
    );
  if (gapsAt(contract.state, date).length > 0)
    return (
      <div className="ch-unread">
        <Note kind="warning" title={isUnread ? open.unreadTitle : open.openTitle}>
          <p>{isUnread ? open.unreadText : open.openText}</p>
        </Note>
      </div>
    );
  return (
    <Empty
      icon={CircleCheck}
      title={open.noneTitle}
      text={open.noneText(date)}
      actions={
        <>
          <Button onPress={() => change({ tab: 'sources' })}>{messages.sources.title}</Button>
          {contract.state.sources.some(({ isImported }) => isImported) ? null : (
            <Button kind="ghost" onPress={onSample}>
              {messages.sources.sample}
            </Button>
          )}
        </>
      }
    />
  );
}

function Detail({ contract, change, date, list }: FindingsTabProps) {
  const { row } = list;
  const { isNarrow } = useTab();
  if (row === null)
    return list.rows.length === 0 ? null : <p className="remark">{messages.findings.choose}</p>;
  // Beside the list the detail stays open: there is always a finding in it.
  const close = isNarrow ? (
    <SmallGhostButton
      icon={X}
      label={sharedMessages.common.close}
      onPress={() => change({ finding: null })}
    />
  ) : null;
  if (row.kind === 'file') {
    const mendable = fixable(row.findings);
    return (
      <>
        <div className="pane-head">
          <h2 className="mono strong wrap clip" data-words="data">
            {row.file}
          </h2>
          <span className="push" />
          {close}
        </div>
        <div className="ch-finding alone">
          <p>{messages.findings.count(row.findings.length, row.findings.length)}</p>
          <div className="row wraps">
            {mendable.length === 0 ? null : (
              <Button
                small
                kind="ink"
                disabled={contract.acts.isBusy}
                onPress={() => contract.acts.fix(mendable)}
              >
                {messages.findings.fixSelected(mendable.length)}
              </Button>
            )}
            <Button small onPress={() => change({ tab: 'sources', file: row.file })}>
              {messages.sources.title}
            </Button>
          </div>
        </div>
      </>
    );
  }
  return <FindingDetail finding={row.finding} contract={contract} date={date} change={change} end={close} />;
}

/** All findings at the date under their files, and one of them in full. */
export function FindingsTab(props: FindingsTabProps) {
  const { contract, view, change, list, field } = props;
  return (
    <div className="ch-findings">
      <FindingFilters
        view={view}
        change={change}
        findings={list.atDate}
        shown={list.shown.length}
        total={list.atDate.length}
        field={field}
      />
      <div className="ch-standing">
        <Unread contract={contract} />
        <Gaps contract={contract} date={props.date} />
      </div>
      <div className={list.row === null ? 'ch-split' : 'ch-split with-detail'}>
        {list.rows.length === 0 ? (
          <Nothing {...props} />
        ) : (
          <div className="ch-list">
            <LogGrid
              label={messages.findings.list}
              columns={findingColumns}
              template={findingTemplate}
              count={list.rows.length}
              rowAt={(index) => list.rows[index]}
              rowClass={(row) =>
                row.kind === 'file' ? 'ch-file' : row.finding.ignored === null ? '' : 'quiet'
              }
              cursor={list.cursor}
              selection={list.range}
              onMove={list.move}
              onShown={() => undefined}
              isFollowing={false}
              onFollowChange={() => undefined}
            />
          </div>
        )}
        <section className="ch-detail" aria-label={messages.findings.region}>
          <Detail {...props} />
        </section>
      </div>
      <div className="ch-foot" data-foot>
        <CoverageLine coverage={contract.state.coverage} history={contract.history} />
      </div>
    </div>
  );
}
