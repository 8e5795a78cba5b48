import { TextField } from '#renderer/ui/field.tsx';
import type { FlowKind } from '#shared/api/index.ts';
import type { RequestParameters } from '#shared/flows/index.ts';
import { responseModes, signedResponseModes } from '#shared/oauth/index.ts';
import type { FlowOptions } from '../choice.ts';
import { withParameter } from '../parameters.ts';
import { Choice } from '../token/controls.tsx';
import { flowMessages } from '../words.ts';
import { ExtraParameters } from './extra-parameters.tsx';
import { ResponseTypeField } from './response-type.tsx';
import { SentField } from './sent-field.tsx';
import { ClaimsField, MaxAge, Resources } from './typed-fields.tsx';

const messages = flowMessages.flowOptions;
// No response mode has this name.
const usual = ':usual';

export interface RequestOptionsProps {
  readonly kind: FlowKind;
  readonly options: FlowOptions;
  readonly onChange: (options: FlowOptions) => void;
}

type SetParameter = <Name extends keyof RequestParameters>(
  name: Name,
  value: RequestParameters[Name],
) => void;

interface PartProps {
  readonly parameters: RequestParameters;
  readonly set: SetParameter;
}

function SignIn({ parameters, set }: PartProps) {
  return (
    <>
      <SentField name="nonce" value={parameters.nonce} onChange={(value) => set('nonce', value)} />
      <SentField
        name="login_hint"
        value={parameters.login_hint}
        onChange={(value) => set('login_hint', value)}
      />
      {(['prompt', 'acr_values'] as const).map((name) => (
        <TextField
          key={name}
          isMono
          label={name}
          value={parameters[name] ?? ''}
          help={messages.help[name]}
          onChange={(text) => set(name, text === '' ? undefined : text)}
        />
      ))}
      <MaxAge value={parameters.max_age} onChange={(value) => set('max_age', value)} />
    </>
  );
}

function ResponseFields({ kind, options, onChange }: RequestOptionsProps) {
  const { responseType, responseMode } = options;
  return (
    <>
      {kind.group === 'grants' ? (
        <ResponseTypeField
          value={responseType}
          onChange={(value) => onChange({ ...options, responseType: value })}
        />
      ) : null}
      <Choice
        mono
        label={messages.responseMode}
        options={[
          { id: usual, label: messages.notSent },
          ...[...responseModes, ...signedResponseModes].map((id) => ({ id, label: id })),
        ]}
        value={responseMode ?? usual}
        onChange={(id) => onChange({ ...options, responseMode: id === usual ? null : id })}
      />
    </>
  );
}

/** The parameters of the request by which the client asks for tokens. */
export function RequestOptions(props: RequestOptionsProps) {
  const { kind, options, onChange } = props;
  const { parameters } = options;
  const set: SetParameter = (name, value) =>
    onChange({ ...options, parameters: withParameter(parameters, name, value) });
  return (
    <fieldset className="option-group">
      <legend>{kind.needsBrowser ? messages.groups.request : messages.groups.tokenRequest}</legend>
      <div className="option-fields">
        {kind.needsBrowser ? <ResponseFields {...props} /> : null}
        <SentField name="scope" value={parameters.scope} onChange={(value) => set('scope', value)} />
        {kind.needsBrowser ? <SignIn parameters={parameters} set={set} /> : null}
        <Resources value={parameters.resource} onChange={(value) => set('resource', value)} />
        {kind.needsBrowser ? (
          <ClaimsField value={parameters.claims} onChange={(value) => set('claims', value)} />
        ) : null}
        <ExtraParameters extra={parameters.extra} onChange={(value) => set('extra', value)} />
      </div>
    </fieldset>
  );
}
