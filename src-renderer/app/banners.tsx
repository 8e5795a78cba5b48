import type { AppStatus } from '#shared/api/index.ts';
import type { ConnectionState } from '../api/connection.ts';
import { SmallGhostButton } from '../ui/button.tsx';
import { Drawn } from '../ui/icon.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { settingsPath } from '../workbench/addresses.ts';
import { openLink } from '../workbench/layout-store.ts';

interface BannerProps {
  readonly tone: 'failed' | 'warning';
  readonly title: string;
  readonly text: string;
  /** Where something can be done about it. */
  readonly link?: { readonly path: string; readonly label: string };
}

function Banner({ tone, title, text, link }: BannerProps) {
  return (
    <output className={`banner ${tone}`}>
      <Drawn name={tone} small />
      <span>
        <b>{title}</b> {text}
      </span>
      {link === undefined ? null : (
        <SmallGhostButton onPress={() => openLink(link.path)}>{link.label}</SmallGhostButton>
      )}
    </output>
  );
}

export interface BannersProps {
  readonly connection: ConnectionState;
  readonly status: AppStatus | undefined;
}

/**
 * Banners for conditions that make everything else on the screen doubtful: no connection, injected faults, or
 * restricted trust.
 */
export function Banners({ connection, status }: BannersProps) {
  const faults = status?.activeFaults ?? 0;
  const isRestricted = status?.trust.mode === 'restricted' || status?.trust.mode === 'forced';
  return (
    <div className="banners">
      {connection === 'lost' ? (
        <Banner tone="failed" title={sharedMessages.banner.lost} text={sharedMessages.banner.lostMore} />
      ) : null}
      {isRestricted ? (
        <Banner
          tone="warning"
          title={sharedMessages.banner.restricted}
          text={sharedMessages.banner.restrictedMore(status.trust.off)}
          link={{ path: settingsPath('workspaceTrust'), label: sharedMessages.banner.decideTrust }}
        />
      ) : null}
      {faults > 0 ? (
        <Banner
          tone="warning"
          title={sharedMessages.banner.faults(faults)}
          text={sharedMessages.banner.faultsMore}
          link={{ path: settingsPath('faults'), label: sharedMessages.banner.showFaults }}
        />
      ) : null}
    </div>
  );
}
