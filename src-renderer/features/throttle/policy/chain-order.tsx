import { ArrowDown, ArrowUp } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { swapAt } from '#renderer/workbench/json-edits.ts';
import { labMessages } from '../words.ts';
import { type ChainEntry, chainOf } from './route-document.ts';
import type { Policy } from './use-policy.ts';

const messages = labMessages.throttle.policy;

/** True if two filters are in the same list, so that they can be swapped. */
function areNeighbours(one: ChainEntry, other: ChainEntry | undefined): boolean {
  return other !== undefined && one.listPath.join('/') === other.listPath.join('/');
}

/** The filters of a route in the order in which a request passes them. */
export function ChainOrder({ policy }: { readonly policy: Policy }) {
  const { entries, handler } = chainOf(policy.document);
  const move = ({ listPath, index }: ChainEntry, by: 1 | -1) =>
    policy.change(swapAt(policy.file.text, listPath, index, by));
  return (
    <section className="lab-part" aria-label={messages.chain}>
      <h3 className="label">{messages.chain}</h3>
      <ol className="lines chain" aria-label={messages.chainList}>
        {entries.map((entry, at) => {
          const { title, declared } = entry;
          const type = declared?.type ?? messages.missing;
          return (
            <li key={`${at} ${title}`} className="row tight">
              <span className="mono clip">{title}</span>
              {type === title ? null : <span className="ref mono clip">{type}</span>}
              <span className="push row">
                <SmallGhostButton
                  icon={ArrowUp}
                  label={messages.up(title)}
                  disabled={!areNeighbours(entry, entries[at - 1])}
                  onPress={() => move(entry, -1)}
                />
                <SmallGhostButton
                  icon={ArrowDown}
                  label={messages.down(title)}
                  disabled={!areNeighbours(entry, entries[at + 1])}
                  onPress={() => move(entry, 1)}
                />
              </span>
            </li>
          );
        })}
        {handler === '' ? null : (
          <li className="row tight">
            <span className="muted">{messages.handler}</span>
            <span className="mono clip">{handler}</span>
          </li>
        )}
      </ol>
    </section>
  );
}
