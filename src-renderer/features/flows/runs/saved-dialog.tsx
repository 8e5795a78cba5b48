import { useQuery } from '@tanstack/react-query';
import { Play, StepForward } from 'lucide-react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { FlowBrowser } from '#shared/api/index.ts';
import type { StartCall } from '../use-run-actions.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.savedFlows;

export interface SavedDialogProps {
  readonly browser: FlowBrowser;
  readonly onStart: (call: StartCall) => void;
  readonly onClose: () => void;
}

/** The flows that the workspace keeps, each to be run or stepped through. */
export function SavedDialog({ browser, onStart, onClose }: SavedDialogProps) {
  const { orpc } = useApi();
  const saved = useQuery(orpc.flows.saved.queryOptions({ staleTime: 0, gcTime: 0 }));
  const start = (name: string, mode: 'run' | 'step') => {
    onStart((flows, callback) => flows.startSaved({ name, mode, browser, callback }));
    onClose();
  };
  return (
    <Dialog wide title={messages.title} onClose={onClose}>
      <ScrollRegion className="saved-flows" label={messages.title}>
        {saved.error === null ? null : <ProblemNote problem={toProblem(saved.error)} />}
        {saved.data?.length === 0 ? <p className="remark">{messages.none}</p> : null}
        <ul className="lines">
          {(saved.data ?? []).map((flow) => (
            <li key={flow.name} className="row saved-flow">
              <span className="mono strong clip">{flow.name}</span>
              <span className="muted clip">{messages.about(flow.title, flow.clientId, flow.target)}</span>
              {flow.expectations.length === 0 ? null : (
                <span className="ref">{messages.expected(flow.expectations.length)}</span>
              )}
              <span className="row push">
                <Button
                  small
                  icon={StepForward}
                  label={messages.stepNamed(flow.name)}
                  onPress={() => start(flow.name, 'step')}
                />
                <Button
                  small
                  icon={Play}
                  label={messages.runNamed(flow.name)}
                  onPress={() => start(flow.name, 'run')}
                />
              </span>
            </li>
          ))}
        </ul>
      </ScrollRegion>
    </Dialog>
  );
}
