import { X } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { ContractEntry } from '#shared/contract/index.ts';
import { impactOf, linksOf } from './entries.ts';
import { EntryFacts } from './entry-facts.tsx';
import { ImpactWord, Mark } from './entry-mark.tsx';
import { EntryRules } from './entry-rules.tsx';
import { FindingRow } from './finding-row.tsx';
import { gapsAt } from './findings.ts';
import { MarkedText } from './marked-text.tsx';
import type { Contract } from './use-contract.ts';
import type { ContractView } from './view.ts';
import { messages } from './words.ts';

/** Number of places listed with a change; Findings has the others. */
const maxPlaces = 20;

export interface EntryDetailProps {
  readonly entry: ContractEntry;
  readonly contract: Contract;
  readonly change: (part: Partial<ContractView>) => void;
  readonly date: string;
}

function Head({
  entry,
  date,
  onClose,
}: {
  readonly entry: ContractEntry;
  readonly date: string;
  readonly onClose: () => void;
}) {
  return (
    <>
      <div className="pane-head">
        <Mark kind={entry.kind} impact={impactOf(entry)} />
        <span className="mono">{entry.date}</span>
        <span className="muted">{messages.kinds[entry.kind]}</span>
        <span className="push" />
        <SmallGhostButton icon={X} label={sharedMessages.common.close} onPress={onClose} />
      </div>
      {entry.date > date ? <p className="remark ch-later-note">{messages.entry.notYet(date)}</p> : null}
    </>
  );
}

function Links({ entry, contract, change }: Omit<EntryDetailProps, 'date'>) {
  const links = linksOf(entry, contract.history.history.entries);
  if (links.length === 0) return null;
  const { relations } = messages.entry;
  return (
    <section className="ch-part">
      <h3 className="label">{messages.entry.links}</h3>
      <ul className="ch-links">
        {links.map(({ entry: other, relation, isBack }) => (
          <li key={other.id}>
            <span className="muted">{isBack ? relations[`${relation}-back`] : relations[relation]}</span>
            <button
              type="button"
              className="lnk"
              data-words="data"
              onClick={() => change({ entry: other.id })}
            >
              {other.date} <MarkedText text={other.title} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Used({ entry, contract, change, date }: EntryDetailProps) {
  const found = contract.places.get(entry.id) ?? [];
  const [openKey, setOpenKey] = useState<string | null>(null);
  const unused = gapsAt(contract.state, date).length > 0 ? messages.entry.unusedOpen : messages.entry.unused;
  return (
    <section className="ch-part ch-used">
      <h3 className="label">{messages.entry.used(found.length)}</h3>
      {found.length === 0 ? <p className="muted">{unused}</p> : null}
      <ul className="ch-places">
        {found.slice(0, maxPlaces).map((finding) => (
          <FindingRow
            key={finding.key}
            finding={finding}
            contract={contract}
            date={date}
            change={change}
            isOpen={openKey === finding.key}
            onToggle={() => setOpenKey(openKey === finding.key ? null : finding.key)}
          />
        ))}
      </ul>
      {found.length <= maxPlaces ? null : (
        <button
          type="button"
          className="lnk"
          onClick={() => change({ tab: 'findings', rule: found[0]?.id ?? null, ignored: 'also' })}
        >
          {messages.entry.morePlaces(found.length)}
        </button>
      )}
    </section>
  );
}

/** One change in full: its text, the affected endpoints, its rules, and the uses in the work. */
export function EntryDetail(props: EntryDetailProps) {
  const { entry, contract, change, date } = props;
  return (
    <>
      <Head entry={entry} date={date} onClose={() => change({ entry: null })} />
      <ScrollRegion isBody label={messages.entry.region} className="ch-detail-body">
        <div className="ch-about">
          <h2 className="title" data-words="data">
            <MarkedText text={entry.title} />
          </h2>
          <p className="row wraps">
            <ImpactWord entry={entry} />
            <span className="muted">
              {entry.kind === 'deprecated' ? messages.stillAnswered : messages.breaking[entry.breaking]}
            </span>
            <span className="push" />
            <Badge>{messages.areas[entry.area]}</Badge>
          </p>
          <p className="wrap" data-words="data">
            <MarkedText text={entry.text} />
          </p>
        </div>
        <Used key={entry.id} entry={entry} contract={contract} change={change} date={date} />
        <EntryFacts entry={entry} history={contract.history.history} />
        <EntryRules entry={entry} contract={contract} />
        <Links entry={entry} contract={contract} change={change} />
      </ScrollRegion>
    </>
  );
}
