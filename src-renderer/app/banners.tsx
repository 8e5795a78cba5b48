import type { AppStatus } from '#shared/api/index.ts';
import type { ConnectionState } from '../api/connection.ts';
import { Drawn } from '../ui/icon.tsx';
import { strings } from '../words/strings.ts';

interface BannerProps {
  readonly tone: 'failed' | 'warning';
  readonly title: string;
  readonly text: string;
}

function Banner({ tone, title, text }: BannerProps) {
  return (
    <output className={`banner ${tone}`}>
      <Drawn name={tone} small />
      <span>
        <b>{title}</b> {text}
      </span>
    </output>
  );
}

export interface BannersProps {
  readonly connection: ConnectionState;
  readonly status: AppStatus | undefined;
}

/** What makes everything else on the screen doubtful: no connection, or answers broken on purpose. */
export function Banners({ connection, status }: BannersProps) {
  const faults = status?.activeFaults ?? 0;
  return (
    <div className="banners">
      {connection === 'lost' ? (
        <Banner tone="failed" title={strings.banner.lost} text={strings.banner.lostMore} />
      ) : null}
      {faults > 0 ? (
        <Banner tone="warning" title={strings.banner.faults(faults)} text={strings.banner.faultsMore} />
      ) : null}
    </div>
  );
}
