import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { useDelayed } from '#renderer/ui/use-delayed.ts';
import type { AttackGroup } from '#shared/api/index.ts';
import { changeView, emptyFilter } from './attack-view.ts';
import { areOpenAtFirst, caseIds, filterCatalogue, toggled } from './catalogue.ts';
import { CatalogueFilters } from './catalogue-filters.tsx';
import { CatalogueTree } from './catalogue-tree.tsx';
import { LookFirst } from './look-first.tsx';
import type { AttackModeState } from './use-attack-mode.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;
const skeletonRows = Array.from({ length: 12 }, (_, index) => index);

function Loading() {
  const isLate = useDelayed(true);
  return (
    <div className="skeleton" aria-busy="true">
      {isLate ? skeletonRows.map((row) => <i key={row} className="skeleton-row" />) : null}
    </div>
  );
}

export interface CataloguePaneProps {
  readonly state: AttackModeState;
  readonly onOpen: (id: string) => void;
  readonly onStart: (only: readonly string[]) => void;
}

/** The catalogue with its filter. */
export function CataloguePane({ state, onOpen, onStart }: CataloguePaneProps) {
  const { view, groups, found } = state;
  const { checked, filter } = view;
  const run = (id: string) => {
    if (state.isBusy || state.isRunning) return;
    onOpen(id);
    onStart([id]);
  };
  const shown = filterCatalogue(groups, filter, found);
  const ids = caseIds(shown);
  const isOpen = areOpenAtFirst(groups, { filter, found, isRunning: state.isRunning });
  const isGroupOpen = ({ group }: AttackGroup) => view.expanded.get(group) ?? isOpen;
  return (
    <section className="attack-list" aria-label={messages.catalogue}>
      <LookFirst state={state} onOpen={onOpen} onRun={run} />
      <PaneHead title={messages.catalogue}>
        <span className="mono muted">{messages.catalogueCount(ids.length, caseIds(groups).length)}</span>
        <span className="push" />
        <SmallGhostButton
          disabled={ids.length === 0}
          onPress={() => changeView({ checked: new Set([...checked, ...ids]) })}
        >
          {messages.chooseShown}
        </SmallGhostButton>
        <SmallGhostButton disabled={checked.size === 0} onPress={() => changeView({ checked: new Set() })}>
          {messages.chooseNone}
        </SmallGhostButton>
      </PaneHead>
      <CatalogueFilters groups={groups} filter={filter} />
      {state.isLoading && groups.length === 0 ? <Loading /> : null}
      {groups.length > 0 && shown.length === 0 ? (
        <p className="remark">
          {messages.noMatch}{' '}
          <button type="button" className="lnk" onClick={() => changeView({ filter: emptyFilter })}>
            {messages.clearFilter}
          </button>
        </p>
      ) : null}
      {shown.length === 0 ? null : (
        <CatalogueTree
          groups={shown}
          found={found}
          checked={checked}
          isGroupOpen={isGroupOpen}
          openedId={view.openedId}
          onToggle={(some) => changeView({ checked: toggled(checked, some) })}
          onExpand={(group, isExpanded) =>
            changeView({ expanded: new Map([...view.expanded, [group, isExpanded]]) })
          }
          onOpen={onOpen}
          onRun={run}
          onTickOnly={(some) => changeView({ checked: new Set(some) })}
        />
      )}
    </section>
  );
}
