import { Select, type SelectOption, type SelectProps } from '#renderer/ui/select.tsx';
import { AddServer, ServerClients } from '#renderer/workbench/server-form/add-server.tsx';
import type { FlowBreakpoint, FlowBrowser, FlowKind, FlowRun } from '#shared/api/index.ts';
import { browsers, type FlowChoice, needsUser, partiesOf } from '../choice.ts';
import type { ChoiceState } from '../use-sources.ts';
import { flowMessages } from '../words.ts';
import { BreakAt } from './break-at.tsx';
import { OptionsDialog } from './options-dialog.tsx';
import type { SessionPartProps } from './session-part.tsx';

const messages = flowMessages.flows;

/** The flows in their groups, each under its heading. */
function grouped(kinds: readonly FlowKind[]): readonly SelectOption[] {
  return (['grants', 'tokens'] as const).flatMap((group) =>
    kinds
      .filter((kind) => kind.group === group)
      .map((kind, index) => ({
        id: kind.kind,
        label: kind.title,
        ...(index === 0 ? { heading: messages.groups[group] } : {}),
      })),
  );
}

// No server can have this name: it represents the hosted one.
const hostedId = ':hosted';

/** The user who signs in at another server while nobody is there; null: a person does, or none has to. */
function sessionOf({ target, username, browser }: FlowChoice): SessionPartProps | null {
  return target === null || username === null || browser !== 'unattended' ? null : { target, username };
}

function asOptions(ids: readonly string[]): readonly SelectOption[] {
  return ids.map((id) => ({ id, label: id }));
}

/**
 * A choice whose label makes room where the toolbar has none: it is still said, and told at the pointer. `gives` is how
 * much of its width it gives up, beside the others.
 */
function Choice({ gives, ...props }: SelectProps & { readonly gives: number }) {
  return (
    <span className="choice" style={{ flexShrink: gives }} title={props.label}>
      <Select {...props} />
    </span>
  );
}

function Server({ state }: { readonly state: ChoiceState }) {
  const { sources, choice, change } = state;
  const target = sources.targets.find(({ name }) => name === choice.target);
  return (
    <>
      <Choice
        gives={2}
        label={messages.server}
        options={sources.targets.map(({ name, title }) => ({ id: name ?? hostedId, label: title }))}
        value={choice.target ?? hostedId}
        onChange={(id) => change({ target: id === hostedId ? null : id })}
        onOpen={state.refresh}
      />
      <AddServer isIcon />
      {target === undefined ? null : <ServerClients target={target} />}
    </>
  );
}

function Browser({ state }: { readonly state: ChoiceState }) {
  const { choice, change, hasControlledBrowser } = state;
  const isAbsent = hasControlledBrowser === false;
  return (
    <Choice
      gives={0.3}
      label={messages.browser}
      options={[
        { id: 'system', label: messages.browsers.system },
        { id: 'unattended', label: messages.browsers.unattended },
        {
          id: 'controlled',
          label: messages.browsers.controlled,
          disabled: isAbsent,
          ...(isAbsent ? { note: messages.noControlled } : {}),
        },
      ]}
      value={choice.browser}
      onChange={(id) => {
        const browser = browsers.find((each) => each === id);
        if (browser !== undefined) change({ browser: browser satisfies FlowBrowser });
      }}
    />
  );
}

export interface ChoicesProps {
  readonly state: ChoiceState;
  readonly runs: readonly FlowRun[];
  readonly onBreakpoints: (breakpoints: readonly FlowBreakpoint[]) => void;
}

/** The settings of the next run. */
export function Choices({ state, runs, onBreakpoints }: ChoicesProps) {
  const { sources, choice, change } = state;
  const { clientIds, usernames } = partiesOf(choice.target, sources);
  const kind = sources.kinds.find((candidate) => candidate.kind === choice.kind);
  return (
    <>
      <Choice
        gives={6}
        label={messages.flow}
        options={grouped(sources.kinds)}
        value={choice.kind}
        onChange={(id) => change({ kind: id })}
      />
      <Choice
        mono
        gives={1}
        label={messages.client}
        options={asOptions(clientIds)}
        value={choice.clientId}
        onChange={(clientId) => change({ clientId })}
        onOpen={state.refresh}
      />
      {needsUser(choice, sources.kinds) ? (
        <Choice
          mono
          gives={0}
          label={messages.user}
          options={asOptions(usernames)}
          value={choice.username}
          onChange={(username) => change({ username })}
          onOpen={state.refresh}
        />
      ) : null}
      <Server state={state} />
      {kind?.needsBrowser === true ? <Browser state={state} /> : null}
      {kind === undefined ? null : (
        <span className="row tight">
          <OptionsDialog
            kind={kind}
            options={choice.options}
            runs={runs}
            isHosted={choice.target === null}
            session={sessionOf(choice)}
            onChange={(options) => change({ options })}
          />
          <BreakAt kind={kind} breakpoints={choice.breakpoints} onChange={onBreakpoints} />
        </span>
      )}
    </>
  );
}
