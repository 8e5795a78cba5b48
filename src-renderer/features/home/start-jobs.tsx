import { Cable, FileCheck, Gauge, History, type LucideIcon, Waypoints } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PaneHead } from '../../ui/pane-head.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { attackPath, contractPath, identityPath, importPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { openAndRun } from '../../workbench/open-and-run.ts';

const messages = sharedMessages.home;
const { links } = messages;
const { places } = sharedMessages.palette;

type JobId = keyof typeof messages.jobs;

interface Job {
  readonly id: JobId;
  readonly icon: LucideIcon;
  readonly begin: () => void;
  readonly links: readonly { readonly title: string; readonly open: () => void }[];
}

const newConnector = () => openAndRun('/connectors', 'connectors.new');

const jobs: readonly Job[] = [
  {
    id: 'flows',
    icon: Waypoints,
    begin: () => openLink('/flows'),
    links: [
      { title: places.attacks, open: () => openLink(attackPath()) },
      { title: links.liveTokens, open: () => openLink(identityPath('tokens')) },
    ],
  },
  {
    id: 'connectors',
    icon: Cable,
    begin: newConnector,
    links: [{ title: links.fromSample, open: newConnector }],
  },
  {
    id: 'throttle',
    icon: Gauge,
    begin: () => openAndRun('/throttle', 'throttle.simulate'),
    links: [{ title: places.gateway, open: () => openLink('/throttle') }],
  },
  {
    id: 'consents',
    icon: FileCheck,
    begin: () => openLink(importPath('new')),
    links: [{ title: links.imports, open: () => openLink(importPath()) }],
  },
  {
    id: 'contract',
    icon: History,
    begin: () => openLink(contractPath({ tab: 'sources' })),
    links: [{ title: links.changes, open: () => openLink(contractPath({ tab: 'history' })) }],
  },
];

/** The five jobs of the application, each with the act that begins it. */
export function StartJobs() {
  return (
    <section className="band" aria-label={messages.begin}>
      <PaneHead title={messages.begin} />
      <ul className="start-jobs">
        {jobs.map(({ id, icon, begin, links: further }) => (
          <li key={id}>
            <h3>
              <Icon of={icon} />
              {sharedMessages.nav[id]}
            </h3>
            <p>{messages.jobs[id][0]}</p>
            <Button onPress={begin}>{messages.jobs[id][1]}</Button>
            <span className="further">
              {further.map(({ title, open }) => (
                <button key={title} type="button" className="lnk" onClick={open}>
                  {title}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
