import { ChevronDown, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Drawn, Icon } from '#renderer/ui/icon.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ProblemTitle } from '#renderer/ui/problem-title.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import { studioViews } from '../kept-studios.ts';
import { nodeId } from '../tree/nodes.ts';
import { nodeName, PartChoice } from '../tree/tree.tsx';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { FieldHelp, useHelpedField } from './field-help.tsx';
import { NodeForm } from './node-form.tsx';
import { StudioActs } from './studio-acts.tsx';

const messages = studioMessages.connectors;
const JsonView = lazy(async () => ({ default: (await import('./json-view.tsx')).JsonView }));
const viewOptions = studioViews.map((id) => ({ id, label: messages.views[id] }));

const drawings = { error: 'failed', warning: 'warning', notice: 'review' } as const;
const tones = { error: 'c-danger', warning: 'c-warn', notice: 'c-info' } as const;

/** The problems in the document; a line leads to its place. */
function Problems({ studio }: { readonly studio: Studio }) {
  const { syntax } = studio;
  // Problems of the text come first: the rest was found in the text as it was before.
  const problems = syntax === null ? studio.problems : [syntax.problem, ...studio.problems];
  const [opened, setOpened] = useState<boolean | null>(null);
  if (problems.length === 0) return null;
  // Errors, which keep the connector from running, are shown at once; the rest only on request.
  const isOpen = opened ?? problems.some(({ severity }) => severity === 'error');
  return (
    <section className="studio-problem-list" aria-label={messages.problems}>
      <h3>
        <button
          type="button"
          className="label inset studio-problem-head"
          aria-expanded={isOpen}
          onClick={() => setOpened(!isOpen)}
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} small />
          {messages.problemCount(problems)}
        </button>
      </h3>
      {isOpen ? (
        <ScrollRegion label={messages.problems}>
          <ul>
            {problems.map((problem) => (
              <li key={`${problem.code} ${problem.pointer} ${problem.message}`}>
                <button
                  type="button"
                  className="studio-problem inset"
                  onClick={() =>
                    problem === syntax?.problem ? studio.goToSyntax() : studio.goTo(problem.pointer)
                  }
                >
                  <span className={tones[problem.severity]}>
                    <Drawn name={drawings[problem.severity]} small />
                    <span className="vh">{messages.severities[problem.severity]}</span>
                  </span>
                  <span className="wrap" data-words="data">
                    <b>
                      <ProblemTitle problem={problem} />
                    </b>{' '}
                    <span lang="en">{problem.fix}</span>
                  </span>
                </button>
                <StudioActs problem={problem} />
              </li>
            ))}
          </ul>
        </ScrollRegion>
      ) : null}
    </section>
  );
}

/** The document as a form of the chosen part, or as text. */
export function EditPane({ studio }: { readonly studio: Studio }) {
  const { isNarrow } = useTab();
  const { view } = studio.kept;
  const { field, onFocus } = useHelpedField(nodeId(studio.node));
  const title =
    'type' in studio.node && studio.node.kind !== 'type'
      ? `${studio.node.type}: ${nodeName(studio.node)}`
      : nodeName(studio.node);
  return (
    <section className="studio-edit" aria-label={messages.configuration}>
      <PaneHead title={view === 'json' ? messages.configuration : title}>
        <span className="push">
          <Segmented
            mini
            label={messages.view}
            options={viewOptions}
            value={view}
            onChange={(next) => studio.keep({ view: next })}
          />
        </span>
      </PaneHead>
      {view === 'json' ? (
        <Suspense fallback={<div className="screen-loading" />}>
          <JsonView key={studio.fileName} studio={studio} />
        </Suspense>
      ) : (
        <>
          <ScrollRegion key={nodeId(studio.node)} label={title}>
            {isNarrow ? (
              <div className="studio-part">
                <PartChoice studio={studio} />
              </div>
            ) : null}
            {studio.isJson ? (
              <div onFocus={onFocus}>
                <NodeForm studio={studio} />
              </div>
            ) : (
              <Note
                kind="failed"
                title={messages.brokenTitle}
                actions={
                  <Button small onPress={() => studio.keep({ view: 'json' })}>
                    {messages.views.json}
                  </Button>
                }
              >
                <p>{messages.brokenText}</p>
              </Note>
            )}
          </ScrollRegion>
          {studio.isJson ? <FieldHelp field={field} /> : null}
        </>
      )}
      <Problems studio={studio} />
    </section>
  );
}
