import { SlidersHorizontal } from 'lucide-react';
import { buttonClass } from '#renderer/ui/button.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { FlowKind, FlowRun } from '#shared/api/index.ts';
import { tokenPlaces } from '#shared/flows/index.ts';
import { clientAuthentications, issuesInFront, responseModes, responseTypes } from '#shared/oauth/index.ts';
import { type FlowOptions, usualOptions } from '../choice.ts';
import { flowMessages } from '../words.ts';
import { TokenChoice } from './token-choice.tsx';
import { TrustIssuer } from './trust-issuer.tsx';

const messages = flowMessages.flowOptions;
// No option has this name: it represents none of them.
const usual = ':usual';
/** Code and tokens from both endpoints. OpenID Connect Core §3.3 */
const hybridTypes = responseTypes.filter((type) => type.code && issuesInFront(type)).map(({ name }) => name);

export interface OptionsPanelProps {
  readonly kind: FlowKind;
  readonly options: FlowOptions;
  readonly runs: readonly FlowRun[];
  readonly onChange: (options: FlowOptions) => void;
}

/** True if any option differs from its usual value. */
function isChanged(options: FlowOptions): boolean {
  return JSON.stringify(options) !== JSON.stringify(usualOptions);
}

function FrontChannel({ kind, options, onChange }: Omit<OptionsPanelProps, 'runs'>) {
  return (
    <>
      {kind.kind === 'hybrid' ? (
        <Select
          mono
          label={messages.responseType}
          options={hybridTypes.map((id) => ({ id, label: id }))}
          value={options.responseType}
          onChange={(responseType) => onChange({ ...options, responseType })}
        />
      ) : null}
      {kind.needsBrowser ? (
        <Select
          label={messages.responseMode}
          options={[
            { id: usual, label: messages.notSent },
            ...responseModes.map((id) => ({ id, label: id })),
          ]}
          value={options.responseMode ?? usual}
          onChange={(id) => onChange({ ...options, responseMode: id === usual ? null : id })}
        />
      ) : null}
    </>
  );
}

/** The options of a flow besides client, user and browser. */
export function OptionsPanel({ kind, options, runs, onChange }: OptionsPanelProps) {
  const authentications = [
    { id: usual, label: messages.asRegistered },
    ...clientAuthentications.map((id) => ({ id, label: messages.authentications[id] })),
  ];
  // Every grant uses its token at the resource in the end.
  const usesToken = kind.group === 'grants' || kind.kind === 'resource' || kind.kind === 'refresh';
  return (
    <Popover
      title={messages.title}
      placement="bottom start"
      triggerClass={buttonClass('quiet')}
      trigger={
        <>
          <Icon of={SlidersHorizontal} />
          {isChanged(options) ? messages.changed : messages.title}
        </>
      }
    >
      <div className="flow-options">
        <Select
          label={messages.authentication}
          options={authentications}
          value={options.authentication ?? usual}
          onChange={(id) =>
            onChange({
              ...options,
              authentication: clientAuthentications.find((each) => each === id) ?? null,
            })
          }
        />
        <FrontChannel kind={kind} options={options} onChange={onChange} />
        {usesToken ? (
          <Select
            label={messages.tokenPlace}
            options={tokenPlaces.map((id) => ({ id, label: messages.tokenPlaces[id] }))}
            value={options.tokenPlace}
            onChange={(id) =>
              onChange({ ...options, tokenPlace: tokenPlaces.find((each) => each === id) ?? 'header' })
            }
          />
        ) : null}
        {kind.worksOn === null ? null : (
          <TokenChoice
            worksOn={kind.worksOn}
            token={options.token}
            runs={runs}
            onChange={(token) => onChange({ ...options, token })}
          />
        )}
        {kind.kind === 'saml-bearer' ? <TrustIssuer /> : null}
      </div>
    </Popover>
  );
}
