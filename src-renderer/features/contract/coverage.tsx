import { useState } from 'react';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { numbers, Table } from '#renderer/ui/table.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { LintCoverage } from '#shared/contract/index.ts';
import { elsewhereOf } from '#shared/contract/standing.ts';
import { MarkedText } from './marked-text.tsx';
import type { History } from './use-contract.ts';
import { messages } from './words.ts';

export interface CoverageLineProps {
  readonly coverage: LintCoverage;
  readonly history: History;
}

interface RuleIdsProps {
  readonly title: string;
  readonly text?: string;
  readonly ids: readonly string[];
  readonly history: History;
}

function RuleIds({ title, text, ids, history }: RuleIdsProps) {
  if (ids.length === 0) return null;
  return (
    <section className="ch-part">
      <h3 className="label">
        {title} {formatCount(ids.length)}
      </h3>
      {text === undefined ? null : <p className="muted">{text}</p>}
      <ul className="ch-rule-ids">
        {ids.map((id) => (
          <li key={id}>
            <span className="mono">{id}</span>{' '}
            <span className="wrap" data-words="data">
              <MarkedText text={history.rules.get(id)?.title ?? ''} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unknown({ coverage }: Pick<CoverageLineProps, 'coverage'>) {
  const own = messages.coverage;
  return (
    <section className="ch-part">
      <h3 className="label">{own.unknown}</h3>
      <p className="muted">{coverage.unknown.length === 0 ? own.noUnknown : own.unknownText}</p>
      {coverage.unknown.length === 0 ? null : (
        <Table label={own.unknown} columns={[own.columns.request, numbers(own.columns.count)]}>
          {coverage.unknown.map(({ method, template, count }) => (
            <tr key={`${method} ${template}`}>
              <th scope="row" className="mono wrap">
                {method} {template}
              </th>
              <td className="mono num">{formatCount(count)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function Hosts({ coverage }: Pick<CoverageLineProps, 'coverage'>) {
  const own = messages.coverage;
  if (coverage.hosts.length === 0) return null;
  return (
    <section className="ch-part">
      <h3 className="label">{own.hosts}</h3>
      <p className="muted">{own.hostsText}</p>
      <Table label={own.hosts} columns={[own.columns.host, numbers(own.columns.count), own.columns.answer]}>
        {coverage.hosts.map(({ host, count, isTold }) => (
          <tr key={host}>
            <th scope="row" className="mono wrap">
              {host}
            </th>
            <td className="mono num">{formatCount(count)}</td>
            <td>{isTold ? own.told : own.open}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

/** The share of the work that the rules could check; the lists are in a dialog. */
export function CoverageLine({ coverage, history }: CoverageLineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const own = messages.coverage;
  const { rules } = coverage;
  const { open, told } = elsewhereOf(coverage);
  const parts = [
    own.line(coverage.known, coverage.requests),
    open === 0 ? '' : own.others(open),
    told === 0 ? '' : own.elsewhere(told),
    own.without(rules.withoutTarget.length),
    own.notDetectable(rules.notDetectable.length),
  ].filter((part) => part !== '');
  return (
    <>
      <span className="muted wrap">{parts.join(' · ')}</span>
      <button type="button" className="lnk" onClick={() => setIsOpen(true)}>
        {own.show}
      </button>
      {isOpen ? (
        <Dialog wide title={own.title} onClose={() => setIsOpen(false)}>
          <ScrollRegion label={own.title} className="dialog-scroll ch-coverage">
            <p>{parts.join(' · ')}</p>
            <Hosts coverage={coverage} />
            <Unknown coverage={coverage} />
            <RuleIds
              title={own.withoutTitle}
              text={own.withoutText}
              ids={rules.withoutTarget}
              history={history}
            />
            <RuleIds
              title={own.notDetectableTitle}
              text={own.notDetectableText}
              ids={rules.notDetectable}
              history={history}
            />
            <RuleIds title={own.offTitle} ids={rules.off} history={history} />
          </ScrollRegion>
        </Dialog>
      ) : null}
    </>
  );
}
