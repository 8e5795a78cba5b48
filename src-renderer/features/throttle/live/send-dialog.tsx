import { Confirm } from '#renderer/ui/confirm.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { valueOf } from '#renderer/workbench/json-edits.ts';
import { expectedRequests } from '../traffic/traffic-document.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';

const messages = labMessages.throttle.live;

/** The host to which a route leads. */
function upstreamOf(lab: Lab): string {
  const document = valueOf(lab.policy.file.saved.text);
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document);
  const baseUri = isObject ? (document as Readonly<Record<string, unknown>>)['baseURI'] : undefined;
  return typeof baseUri === 'string' ? baseUri.replace(/^[a-z]+:\/\//, '') : lab.route.name;
}

/** Asks before requests leave this machine. */
export function SendDialog({ lab, onClose }: { readonly lab: Lab; readonly onClose: () => void }) {
  const { traffic } = lab;
  if (traffic === null) return null;
  const count = formatCount(expectedRequests(traffic.traffic) + traffic.traceRequests);
  return (
    <Confirm
      title={messages.confirmTitle}
      text={messages.confirmText(upstreamOf(lab), count)}
      act={messages.confirmAct(count)}
      onAct={() => {
        lab.send(true);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
