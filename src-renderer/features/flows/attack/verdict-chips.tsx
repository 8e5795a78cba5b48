import { Chip } from '#renderer/ui/chip.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { AttackGroup } from '#shared/api/index.ts';
import { changeView, type VerdictFilter } from './attack-view.ts';
import { caseIds, countVerdicts } from './catalogue.ts';
import { verdictColumns } from './results.ts';
import type { AttackModeState } from './use-attack-mode.ts';
import { VerdictMark } from './verdict-mark.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

function countsOf(groups: readonly AttackGroup[], found: AttackModeState['found']) {
  const ids = caseIds(groups);
  const counts = countVerdicts(ids, found);
  const played = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const listed: (readonly [VerdictFilter, number])[] = verdictColumns.map((verdict) => [
    verdict,
    counts.get(verdict) ?? 0,
  ]);
  return [...listed, ['not-run', ids.length - played] as const].filter(([, count]) => count > 0);
}

/** The verdicts of a run, counted; each shows its cases alone, several show theirs together. */
export function VerdictChips({ state }: { readonly state: AttackModeState }) {
  const { filter } = state.view;
  const toggle = (verdict: VerdictFilter) => {
    const others = filter.verdicts.filter((other) => other !== verdict);
    const verdicts = others.length < filter.verdicts.length ? others : [...others, verdict];
    changeView({ filter: { ...filter, verdicts } });
  };
  return (
    <fieldset className="row tight wraps attack-chips" aria-label={messages.verdict}>
      {countsOf(state.groups, state.found).map(([verdict, count]) => (
        <Chip key={verdict} isPressed={filter.verdicts.includes(verdict)} onPress={() => toggle(verdict)}>
          {verdict === 'not-run' ? messages.notRun : <VerdictMark bare of={verdict} />}{' '}
          <span className="mono strong">{formatCount(count)}</span>
        </Chip>
      ))}
    </fieldset>
  );
}
