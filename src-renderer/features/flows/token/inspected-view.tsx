import { ClipboardPaste } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Tabs } from '#renderer/ui/tabs.tsx';
import { useDelayed } from '#renderer/ui/use-delayed.ts';
import { flowMessages } from '../words.ts';
import { AskTab } from './ask-tab.tsx';
import { DecryptTab } from './decrypt-tab.tsx';
import { ForgeTab } from './forge-tab.tsx';
import { BuildTab } from './saml-build.tsx';
import { SamlSignatures } from './saml-signatures.tsx';
import { SamlTab } from './saml-tab.tsx';
import { TokenSummary } from './token-summary.tsx';
import { TokenTabContent } from './token-tab.tsx';
import type { Build } from './use-build.ts';
import { type Forge, useForge } from './use-forge.ts';
import { type Inspection, type TokenTab, tabsFor } from './use-inspection.ts';
import { type SamlVerdicts, useSamlVerdicts } from './use-saml-verdicts.ts';
import { VerifyTab } from './verify-tab.tsx';

const messages = flowMessages.token;

function Start({ state }: { readonly state: Inspection }) {
  const isLate = useDelayed(state.isPending);
  if (state.isPending)
    return (
      <div className="skeleton" aria-busy="true">
        {isLate ? ['a', 'b', 'c', 'd'].map((row) => <i key={row} className="skeleton-row" />) : null}
      </div>
    );
  return (
    <Empty
      icon={ClipboardPaste}
      title={messages.emptyTitle}
      text={messages.empty}
      actions={
        <>
          <Button onPress={() => state.setTab('forge')}>{messages.write}</Button>
          <Button onPress={() => state.setTab('build')}>{messages.build}</Button>
        </>
      }
    />
  );
}

interface ContentProps extends InspectedViewProps {
  readonly verdicts: SamlVerdicts;
  readonly forge: Forge;
}

function Content({ state, build, verdicts, forge, onLeave }: ContentProps) {
  const { inspected, tab } = state;
  if (tab === 'forge') return <ForgeTab forge={forge} onMade={state.take} />;
  if (tab === 'build') return <BuildTab state={build} onMade={state.take} />;
  if (inspected === null) return <Start state={state} />;
  if (tab === 'verify') return <VerifyTab state={state} inspected={inspected} onLeave={onLeave} />;
  if (tab === 'decrypt') return <DecryptTab inspected={inspected} onInspect={state.take} />;
  if (tab === 'ask') return <AskTab inspected={inspected} onLeave={onLeave} />;
  const { saml } = inspected.report;
  if (saml === null) return <TokenTabContent report={inspected.report} />;
  if (tab === 'signatures') return <SamlSignatures saml={saml} state={verdicts} />;
  return <SamlTab saml={saml} remarks={inspected.report.remarks} verdicts={verdicts.verdicts} />;
}

/** Returns the name of a tab: without a token, the tabs that edit one are named for writing one. */
function tabName(tab: TokenTab, isAlone: boolean): string {
  if (isAlone && tab === 'forge') return messages.write;
  return isAlone && tab === 'build' ? messages.build : messages.tabs[tab];
}

export interface InspectedViewProps {
  readonly state: Inspection;
  readonly build: Build;
  /** Called on the way to another screen. */
  readonly onLeave: () => void;
}

/** One token with all actions on it; text typed in one tab is kept while another is shown. */
export function InspectedView(props: InspectedViewProps) {
  const { state } = props;
  const { inspected, tab } = state;
  const verdicts = useSamlVerdicts(inspected);
  const forge = useForge(inspected);
  const nameOf = (id: TokenTab) =>
    tabName(id, inspected?.report.form !== 'jwt' && inspected?.report.form !== 'saml');
  return (
    <>
      {inspected === null ? null : (
        <TokenSummary
          report={inspected.report}
          verification={state.verification}
          verdicts={verdicts.verdicts}
          isStateSaid={'runId' in inspected.source}
        />
      )}
      <Tabs
        label={messages.parts}
        tabs={tabsFor(inspected).map((id) => ({ id, label: nameOf(id) }))}
        selected={tab}
        onSelect={state.setTab}
      >
        <ScrollRegion className="tok-page" label={nameOf(tab)}>
          <Content {...props} verdicts={verdicts} forge={forge} />
        </ScrollRegion>
      </Tabs>
    </>
  );
}
