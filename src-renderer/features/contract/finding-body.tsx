import { useState } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { formatDateTime } from '#renderer/words/format.ts';
import { activityPath, filePath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import type { LintFinding } from '#shared/contract/index.ts';
import { holdsAt } from '#shared/contract/report.ts';
import { placeOf } from './between-export.ts';
import { ignoresOf } from './findings.ts';
import { FixDiff } from './fix-diff.tsx';
import { IgnoreDialog } from './ignore-dialog.tsx';
import { MarkedText } from './marked-text.tsx';
import type { Contract } from './use-contract.ts';
import type { ContractView } from './view.ts';
import { messages } from './words.ts';

export interface FindingBodyProps {
  readonly finding: LintFinding;
  readonly contract: Contract;
  readonly date: string;
  readonly change: (part: Partial<ContractView>) => void;
}

function holdsText({ holds: { from, until } }: LintFinding): string {
  const { holds } = messages.findings;
  if (from !== null && until !== null) return holds.both(from, until);
  if (from !== null) return holds.from(from);
  return until === null ? holds.always : holds.until(until);
}

/** Link to the location of a finding: the file, the exchange, or the imported source. */
function Jump({ finding, contract, change }: Omit<FindingBodyProps, 'date'>) {
  const { file, line, column, exchangeId } = finding.location;
  const source = contract.state.sources.find((candidate) => candidate.file === file);
  const location = exchangeId === undefined ? placeOf(finding) : messages.entry.fromActivity;
  const go = () => {
    if (exchangeId !== undefined) openLink(activityPath({ exchangeId }));
    else if (source?.isImported === true) change({ tab: 'sources', file });
    else openLink(filePath(file, { line, column }));
  };
  return (
    <button type="button" className="lnk wrap" onClick={go}>
      <span className="vh">{messages.findings.jump('')}</span>
      <span data-words="data">{location}</span>
    </button>
  );
}

function Ignored({ finding, contract }: Pick<FindingBodyProps, 'finding' | 'contract'>) {
  if (finding.ignored === null) return null;
  const { reason, until, by } = finding.ignored;
  const ignores = ignoresOf(finding, contract.state.settings.ignore);
  return (
    <div className="ch-ignored">
      <p>
        <span className="strong">{messages.findings.ignoredBecause}</span>
        {until === null ? null : <span className="mono"> {messages.findings.ignoredUntil(until)}</span>}
      </p>
      <p className="wrap" data-words="data">
        {reason}
      </p>
      {by === 'comment' ? (
        <p className="muted">{messages.findings.byComment}</p>
      ) : (
        <Button small onPress={() => contract.acts.stopIgnoring(ignores)}>
          {messages.findings.stopIgnoring}
        </Button>
      )}
    </div>
  );
}

function Repeats({ repeats }: { readonly repeats: NonNullable<LintFinding['repeats']> }) {
  const { count, firstAt, lastAt } = repeats;
  return (
    <span className="muted wrap">
      {count === 1
        ? messages.findings.seenOnce(formatDateTime(Date.parse(firstAt)))
        : messages.findings.seen(
            count,
            formatDateTime(Date.parse(firstAt)),
            formatDateTime(Date.parse(lastAt)),
          )}
    </span>
  );
}

function Facts({ finding, contract, change }: Omit<FindingBodyProps, 'date'>) {
  const entries = finding.entries.flatMap((id) => contract.history.byId.get(id) ?? []);
  return (
    <dl className="facts ch-finding-facts">
      <div className="fact">
        <dt>{messages.findings.where}</dt>
        <dd>
          <Jump finding={finding} contract={contract} change={change} />
          {finding.location.endpoint === undefined ? null : (
            <span className="mono ch-pointer" data-words="data">
              {finding.location.endpoint}
            </span>
          )}
          {finding.repeats === undefined ? null : <Repeats repeats={finding.repeats} />}
          {finding.location.pointer === undefined ? null : (
            <span className="mono ch-pointer">{finding.location.pointer}</span>
          )}
        </dd>
      </div>
      <div className="fact">
        <dt>{messages.findings.why}</dt>
        <dd>
          {entries.map(({ id, date, title }) => (
            <button
              key={id}
              type="button"
              className="lnk wrap"
              data-words="data"
              onClick={() => change({ tab: 'history', entry: id })}
            >
              {date} <MarkedText text={title} />
            </button>
          ))}
          <span className="muted">
            {holdsText(finding)} <Badge>{messages.sources[finding.source]}</Badge>
          </span>
        </dd>
      </div>
    </dl>
  );
}

/** A finding in full: the problem, the fix, and the actions to apply it. */
export function FindingBody({ finding, contract, date, change }: FindingBodyProps) {
  const [isIgnoring, setIsIgnoring] = useState(false);
  const { acts } = contract;
  const isOpen = finding.ignored === null;
  return (
    <div className="ch-finding">
      {holdsAt(finding.holds, date) ? null : <p className="muted">{messages.findings.notAt(date)}</p>}
      <p className="wrap" data-words="data">
        <MarkedText text={finding.replacement} />
      </p>
      <Ignored finding={finding} contract={contract} />
      <Facts finding={finding} contract={contract} change={change} />
      <FixDiff finding={finding} contract={contract} />
      {isOpen ? (
        <div className="row wraps">
          {finding.fix === null ? null : (
            <Button small kind="ink" disabled={acts.isBusy} onPress={() => acts.fix([finding])}>
              {messages.findings.fix}
            </Button>
          )}
          <Button small onPress={() => setIsIgnoring(true)}>
            {messages.findings.ignore}
          </Button>
        </div>
      ) : null}
      {isIgnoring ? (
        <IgnoreDialog finding={finding} acts={acts} onClose={() => setIsIgnoring(false)} />
      ) : null}
    </div>
  );
}
