import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import { flowMessages } from './words.ts';

const messages = flowMessages.flows;

interface StopPictureProps {
  readonly run: FlowRun;
  readonly step: FlowStep | undefined;
}

/** The page at which the sign-in of a step stopped, small; it opens larger. */
export function StopPicture({ run: { id: runId, picture }, step }: StopPictureProps) {
  if (picture === null || step?.stepId !== picture.stepId) return null;
  return <Picture key={runId} runId={runId} />;
}

function Picture({ runId }: { readonly runId: string }) {
  const { orpc } = useApi();
  const { data } = useQuery(orpc.flows.picture.queryOptions({ input: { runId }, staleTime: Infinity }));
  const [isOpen, setOpen] = useState(false);
  if (data === undefined) return null;
  const source = `data:${data.mediaType};base64,${data.base64}`;
  return (
    <figure className="stop-picture">
      <button type="button" title={messages.openPicture} onClick={() => setOpen(true)}>
        <img src={source} alt={messages.stopPicture} />
      </button>
      <figcaption>{messages.stopPictureText}</figcaption>
      {isOpen ? (
        <Dialog wide title={messages.stopPicture} onClose={() => setOpen(false)}>
          <ScrollRegion className="stop-picture-large" label={messages.stopPicture}>
            <img src={source} alt={messages.stopPictureText} />
          </ScrollRegion>
        </Dialog>
      ) : null}
    </figure>
  );
}
