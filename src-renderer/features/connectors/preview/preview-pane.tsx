import { Tabs } from '#renderer/ui/tabs.tsx';
import { type PreviewTab, previewTabs } from '../kept-studios.ts';
import { studioMessages } from '../words.ts';
import { ExceptionTester } from './exception-preview.tsx';
import { FilterTester } from './filter-preview.tsx';
import { Pages } from './pages.tsx';
import { type PreviewProps, ReadMapping } from './read-mapping.tsx';
import { WriteMapping } from './write-mapping.tsx';

const messages = studioMessages.connectors.preview;
const tabs = previewTabs.map((id) => ({ id, label: messages.tabs[id] }));

function Panel({ tab, ...props }: PreviewProps & { readonly tab: PreviewTab }) {
  switch (tab) {
    case 'read':
      return <ReadMapping {...props} />;
    case 'write':
      return <WriteMapping studio={props.studio} />;
    case 'pages':
      return <Pages studio={props.studio} />;
    case 'filter':
      return <FilterTester studio={props.studio} />;
    case 'exceptions':
      return <ExceptionTester studio={props.studio} />;
  }
}

/** The effect of the configuration, previewed as it is typed. */
export function PreviewPane({ studio, runner }: PreviewProps) {
  const { tab } = studio.kept;
  return (
    <section className="studio-preview" aria-label={messages.title}>
      <Tabs label={messages.title} tabs={tabs} selected={tab} onSelect={(next) => studio.keep({ tab: next })}>
        <div className="studio-panel" key={studio.objectType}>
          <Panel tab={tab} studio={studio} runner={runner} />
        </div>
      </Tabs>
    </section>
  );
}
