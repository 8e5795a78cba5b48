import { lazy, Suspense } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { toPointer } from '#shared/workspace/json-pointer.ts';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { withThrottlingFilter } from './new-filter.ts';
import { PolicyForm } from './policy-form.tsx';
import { type Policy, policyViews } from './use-policy.ts';

const messages = labMessages.throttle;
const JsonView = lazy(async () => ({ default: (await import('./json-view.tsx')).JsonView }));
const ScriptView = lazy(async () => ({ default: (await import('./script-view.tsx')).ScriptView }));

const viewOptions = policyViews.map((id) => ({ id, label: messages.policy.views[id] }));

/** Which of several throttling filters is shown. */
function FilterChoice({ policy }: { readonly policy: Policy }) {
  const { filters, filter } = policy;
  if (filters.length < 2 || filter === null) return null;
  return (
    <div className="lab-form">
      <Select
        label={messages.filter}
        mono
        options={filters.map(({ path, name }) => ({
          id: toPointer(path),
          label: name === '' ? messages.unnamed : name,
        }))}
        value={toPointer(filter.path)}
        onChange={policy.chooseFilter}
      />
    </div>
  );
}

/** The note shown in place of the form where the form has nothing to show. */
function NoForm({ policy }: { readonly policy: Policy }) {
  const isBroken = !policy.isJson;
  return (
    <Note
      kind={isBroken ? 'failed' : 'neutral'}
      title={isBroken ? messages.brokenTitle : messages.noFilterTitle}
      actions={
        isBroken ? (
          <Button small onPress={() => policy.setView('json')}>
            {messages.policy.views.json}
          </Button>
        ) : (
          <Button
            small
            onPress={() => policy.change(withThrottlingFilter(policy.file.text, policy.document))}
          >
            {messages.addFilter}
          </Button>
        )
      }
    >
      <p>{isBroken ? messages.brokenText : messages.noFilterText}</p>
    </Note>
  );
}

/** The policy as a form, as the text of its route, or as its script. */
export function PolicyPane({ lab }: { readonly lab: Lab }) {
  const { policy } = lab;
  const { view, setView } = policy;
  const hasForm = policy.isJson && policy.form !== null;
  return (
    <section className="lab-policy" aria-label={messages.policy.title}>
      <PaneHead title={messages.policy.title}>
        <span className="push">
          <Segmented
            mini
            label={messages.policy.view}
            options={viewOptions}
            value={view}
            onChange={setView}
          />
        </span>
      </PaneHead>
      {view === 'json' ? (
        <Suspense fallback={<div className="screen-loading" />}>
          <div className="lab-code full">
            <JsonView key={policy.fileName} policy={policy} cursor={policy.place} />
          </div>
        </Suspense>
      ) : (
        <ScrollRegion label={messages.policy.views[view]}>
          <FilterChoice policy={policy} />
          {hasForm ? null : <NoForm policy={policy} />}
          {hasForm && view === 'form' ? <PolicyForm lab={lab} /> : null}
          {hasForm && view === 'script' ? (
            <Suspense fallback={null}>
              <ScriptView policy={policy} />
            </Suspense>
          ) : null}
        </ScrollRegion>
      )}
    </section>
  );
}
