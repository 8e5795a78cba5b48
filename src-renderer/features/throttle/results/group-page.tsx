import { ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import type { GroupResult } from '#shared/throttle/simulation/types.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { useFoundGroups } from './use-simulation.ts';

const messages = labMessages.throttle.results;

/** How long typing has to rest before groups are looked for: each search runs the simulation again. */
const restMillis = 250;

const noGroups: readonly GroupResult[] = [];

/** Groups of a simulation, a page at a time: each of them can be come to. */
export interface GroupPage {
  readonly groups: readonly GroupResult[];
  /** The same under the second policy; null: none is compared, or it is not known yet. */
  readonly compared: readonly GroupResult[] | null;
  readonly from: number;
  readonly size: number;
  /** Groups that the search finds. */
  readonly count: number;
  readonly isLoading: boolean;
}

/** Groups in the order in which they first came: an edit changes their numbers, and not their places. */
function useKeptOrder(groups: readonly GroupResult[]): readonly GroupResult[] {
  const [order, setOrder] = useState<readonly string[]>([]);
  const places = new Map(order.map((key, at) => [key, at]));
  const added = groups.filter(({ key }) => !places.has(key));
  if (added.length > 0) setOrder([...order, ...added.map(({ key }) => key)]);
  for (const { key } of added) places.set(key, places.size);
  return groups.toSorted((one, other) => (places.get(one.key) ?? 0) - (places.get(other.key) ?? 0));
}

/** Returns the page of groups that is listed; `isPaired`: under both policies. */
export function useGroupPage(lab: Lab, size: number, isPaired = false): GroupPage {
  const { outcome } = lab.simulation;
  const { search, from } = lab.charts.groupSearch;
  const start = Math.floor(from / size) * size;
  const known = useKeptOrder(outcome?.result.groups ?? noGroups);
  const total = outcome?.result.groupCount ?? 0;
  const isKnown = !isPaired && search === '' && Math.min(start + size, total) <= known.length;
  const asked = useFoundGroups(outcome, isKnown ? null : { search, from: start, maximum: size });
  if (isKnown)
    return {
      groups: known.slice(start, start + size),
      compared: null,
      from: start,
      size,
      count: total,
      isLoading: false,
    };
  return {
    groups: asked.data?.groups ?? [],
    compared: asked.data?.compared ?? null,
    from: start,
    size,
    count: asked.data?.count ?? 0,
    isLoading: asked.isFetching,
  };
}

/** Finds a group by its key, and turns the pages. */
export function GroupFinder({ lab, page }: { readonly lab: Lab; readonly page: GroupPage }) {
  const { groupSearch, setGroupSearch } = lab.charts;
  const [text, setText] = useState(groupSearch.search);
  const id = useId();
  const look = useEffectEvent((search: string) => {
    if (search !== groupSearch.search) setGroupSearch({ search, from: 0 });
  });
  useEffect(() => {
    const timer = setTimeout(() => look(text), restMillis);
    return () => clearTimeout(timer);
  }, [text]);
  const { from, size, count, groups, isLoading } = page;
  const total = lab.simulation.outcome?.result.groupCount ?? 0;
  if (total <= size && groupSearch.search === '') return null;
  const turn = (by: number) => setGroupSearch({ ...groupSearch, from: Math.max(0, from + by) });
  const place = count === 0 ? messages.noGroups : messages.heatGroups(from + 1, from + groups.length, count);
  return (
    <span className="group-finder" aria-busy={isLoading}>
      <label className="vh" htmlFor={id}>
        {messages.findGroup}
      </label>
      <input
        id={id}
        type="search"
        className="in"
        value={text}
        placeholder={messages.findGroup}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
      />
      <output className="ref">{isLoading && groups.length === 0 ? messages.loadingGroups : place}</output>
      <SmallGhostButton
        icon={ChevronUp}
        label={messages.earlierGroups}
        disabled={from === 0}
        onPress={() => turn(-size)}
      />
      <SmallGhostButton
        icon={ChevronDown}
        label={messages.laterGroups}
        disabled={from + size >= count}
        onPress={() => turn(size)}
      />
    </span>
  );
}
