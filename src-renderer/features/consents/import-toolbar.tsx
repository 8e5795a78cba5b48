import { ArrowRight, ScrollText } from 'lucide-react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { activityPath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import type { OpenImport } from './use-import.ts';
import { importMessages } from './words.ts';

const messages = importMessages.imports;

/** Which import it is, and where it goes. */
export function ImportToolbar({ state }: { readonly state: OpenImport }) {
  const { job } = state.view;
  return (
    <div className="toolbar">
      <h1 className="title clip" data-words="data">
        {job.name}
      </h1>
      <span className="row tight imp-way">
        <Badge>
          <span className="mono clip" data-words="data">
            {job.source.name}
          </span>
        </Badge>
        {job.target === null ? null : (
          <>
            <Icon of={ArrowRight} small />
            <Badge>
              <span className="mono clip" data-words="data">
                {job.target}
              </span>
            </Badge>
          </>
        )}
      </span>
      <span className="push row wraps">
        <Button
          kind="ghost"
          icon={ScrollText}
          onPress={() => openLink(activityPath({ filter: 'svc:platform' }))}
        >
          {messages.log}
        </Button>
      </span>
    </div>
  );
}
