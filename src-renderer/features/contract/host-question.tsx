import { Button } from '#renderer/ui/button.tsx';
import type { LintCoverage } from '#shared/contract/index.ts';
import { furtherHosts } from '#shared/contract/report.ts';
import type { ContractActs } from './use-contract.ts';
import { messages } from './words.ts';

/** Hosts that are asked about at once; an answer makes room for the next. */
const maxAsked = 3;

const own = messages.gaps;

/** Asks of each host that nobody said anything about whether it is the platform. */
export function HostQuestions({
  coverage,
  acts,
}: {
  readonly coverage: LintCoverage;
  readonly acts: ContractActs;
}) {
  const open = coverage.hosts.filter(({ isTold }) => !isTold);
  const asked = open.filter(({ host }) => host !== furtherHosts).slice(0, maxAsked);
  if (asked.length === 0) return null;
  return (
    <>
      <ul className="ch-hosts">
        {asked.map(({ host, count }) => (
          <li key={host}>
            <span className="wrap" data-words="data">
              {own.ask(host)}
            </span>
            <span className="muted mono">{own.times(count)}</span>
            <Button
              small
              kind="ink"
              label={own.yesOf(host)}
              disabled={acts.isBusy}
              onPress={() => acts.answerHost(host, true)}
            >
              {own.yes}
            </Button>
            <Button
              small
              label={own.noOf(host)}
              disabled={acts.isBusy}
              onPress={() => acts.answerHost(host, false)}
            >
              {own.no}
            </Button>
          </li>
        ))}
      </ul>
      {open.length > asked.length ? <p>{own.more(open.length - asked.length)}</p> : null}
    </>
  );
}
