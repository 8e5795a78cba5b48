import type { ReactNode } from 'react';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { FindingBody, type FindingBodyProps } from './finding-body.tsx';
import { MarkedText } from './marked-text.tsx';
import { SeverityMark } from './severity-mark.tsx';
import { messages } from './words.ts';

export interface FindingDetailProps extends FindingBodyProps {
  /** Buttons at the end of the head. */
  readonly end: ReactNode;
}

/** The pane of one finding: its rule, the problem and the fix. */
export function FindingDetail({ finding, contract, date, change, end }: FindingDetailProps) {
  return (
    <>
      <div className="pane-head">
        <SeverityMark severity={finding.severity} hasWord isQuiet={finding.ignored !== null} />
        <span className="mono">{finding.id}</span>
        <span className="push" />
        {end}
      </div>
      <ScrollRegion isBody label={messages.findings.region} className="ch-detail-body">
        <div className="ch-about" data-words="data">
          <h2 className="title wrap">
            <MarkedText text={finding.title} />
          </h2>
          <p className="wrap">
            <MarkedText text={finding.message} />
          </p>
        </div>
        <FindingBody key={finding.key} finding={finding} contract={contract} date={date} change={change} />
      </ScrollRegion>
    </>
  );
}
