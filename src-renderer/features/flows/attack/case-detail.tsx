import { skipToken, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, type LucideIcon, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { filePath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import type { AttackGroup } from '#shared/api/index.ts';
import { cweNames } from '#shared/attacks/index.ts';
import { type AttackCaseView, changeView } from './attack-view.ts';
import { ShownExchange, useCaseExchanges } from './case-exchanges.tsx';
import { Clauses } from './clauses.tsx';
import type { ComparedExchanges } from './exchange-pairs.ts';
import { casesToLookAt } from './results.ts';
import type { AttackModeState } from './use-attack-mode.ts';
import { VariantPart } from './variant-part.tsx';
import { VerdictMark } from './verdict-mark.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

type Own = AttackGroup['own'];

/** The file of the workspace that holds a case, and why it is not played. */
function OwnFile({ own }: { readonly own: NonNullable<Own> }) {
  return (
    <div className="fact">
      <dt>{messages.ownFile}</dt>
      <dd>
        <button type="button" className="lnk mono" onClick={() => openLink(filePath(own.file))}>
          {own.file}
        </button>
        {own.withheld === null ? null : (
          <p className="wrap">
            <b className="strong">{messages.withheld}</b> <span data-words="data">{own.withheld}</span>
          </p>
        )}
      </dd>
    </div>
  );
}

/** The description of a case: the attacker's gain, the remedy, and the specification. */
function About({ attack, own }: { readonly attack: AttackCaseView; readonly own: Own }) {
  return (
    <dl className="facts attack-facts">
      <div className="fact">
        <dt>{messages.gain}</dt>
        <dd data-words="data">{attack.explain}</dd>
      </div>
      <div className="fact">
        <dt>{messages.fix}</dt>
        <dd data-words="data">{attack.fix}</dd>
      </div>
      <div className="fact">
        <dt>{messages.clauses}</dt>
        <dd>
          <Clauses clauses={attack.clauses} />
          {attack.isShould ? <p className="muted">{messages.should}</p> : null}
        </dd>
      </div>
      {attack.cwe.length === 0 ? null : (
        <div className="fact">
          <dt>{messages.cwe}</dt>
          <dd>
            <Clauses clauses={cweNames(attack.cwe)} />
          </dd>
        </div>
      )}
      {attack.aliases.length === 0 ? null : (
        <div className="fact">
          <dt>{messages.aliases}</dt>
          <dd data-words="data">{attack.aliases.join(', ')}</dd>
        </div>
      )}
      <div className="fact">
        <dt>{messages.about}</dt>
        <dd>{messages.abouts[attack.about]}</dd>
      </div>
      {own === null ? null : <OwnFile own={own} />}
    </dl>
  );
}

function useCaseResult(state: AttackModeState, caseId: string) {
  const { orpc } = useApi();
  const { run, found } = state;
  const isThere = run !== null && found.has(caseId);
  return useQuery(
    orpc.attacks.result.queryOptions({ input: isThere ? { runId: run.id, caseId } : skipToken }),
  );
}

/** Steps through the cases that need a decision. */
function Place({ state, caseId }: { readonly state: AttackModeState; readonly caseId: string }) {
  const ids = casesToLookAt(state.groups, state.found).map(({ id }) => id);
  const index = ids.indexOf(caseId);
  if (index < 0 || ids.length < 2) return null;
  const [previous, next] = [ids[index - 1] ?? null, ids[index + 1] ?? null];
  const step = (id: string | null, icon: LucideIcon, label: string) => (
    <SmallGhostButton
      icon={icon}
      label={label}
      disabled={id === null}
      onPress={() => changeView({ openedId: id })}
    />
  );
  return (
    <span className="row tight">
      {step(previous, ChevronLeft, messages.previousCase)}
      <span className="muted">{messages.placeOf(index + 1, ids.length)}</span>
      {step(next, ChevronRight, messages.nextCase)}
    </span>
  );
}

export interface CaseDetailProps {
  readonly state: AttackModeState;
  readonly onStart: (only: readonly string[]) => void;
  readonly attack: AttackCaseView;
  /** It has just taken the place of the list: the focus goes with it. */
  readonly takesFocus: boolean;
}

/** One case: its attack, and the results of its variants. */
export function CaseDetail({ state, onStart, attack, takesFocus }: CaseDetailProps) {
  const result = useCaseResult(state, attack.id);
  const exchanges = useCaseExchanges();
  const compare = ({ stepId, controlId, mutantId }: ComparedExchanges) =>
    exchanges.compareTwo(
      { id: controlId, label: `${messages.control} ${stepId}` },
      { id: mutantId, label: `${messages.mutant} ${stepId}` },
    );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  const verdict = state.found.get(attack.id);
  const own = state.groups.find(({ cases }) => cases.some(({ id }) => id === attack.id))?.own ?? null;
  const report = result.data ?? null;
  const isSaidOnce = report !== null && report.variants.some(({ reason }) => reason === report.reason);
  return (
    <>
      <header className="attack-head row">
        <h2 ref={heading} tabIndex={-1} className="title wrap">
          <span className="mono">{attack.id}</span> <span data-words="data">{attack.title}</span>
        </h2>
        <Badge>{messages.severityOf(messages.severities[attack.severity])}</Badge>
        {verdict === undefined ? null : <VerdictMark of={verdict} />}
        <span className="push row">
          <Place state={state} caseId={attack.id} />
          <Button
            icon={Play}
            keyHint="r"
            disabled={state.isBusy || state.isRunning || state.target === undefined}
            onPress={() => onStart([attack.id])}
          >
            {messages.runCase}
          </Button>
        </span>
      </header>
      <ScrollRegion className="attack-body" label={messages.detailOf(attack.id)}>
        <About attack={attack} own={own} />
        {result.error === null ? null : <ProblemNote problem={toProblem(result.error)} />}
        {verdict === undefined ? <p className="remark">{messages.notRunYet}</p> : null}
        {report === null || report.reason === '' || isSaidOnce ? null : (
          <p className="attack-reason attack-whole wrap">
            <b className="strong">{messages.reason}</b> <span data-words="data">{report.reason}</span>
          </p>
        )}
        {attack.variants.map((name) => (
          <VariantPart
            key={name}
            name={name}
            report={report?.variants.find((variant) => variant.name === name) ?? null}
            isBusy={state.isBusy}
            onOpen={(variant, play) => state.openPlay({ caseId: attack.id, variant, play })}
            onCompare={compare}
            exchanges={exchanges}
          />
        ))}
      </ScrollRegion>
      <ShownExchange exchanges={exchanges} />
      {exchanges.overlay}
    </>
  );
}
