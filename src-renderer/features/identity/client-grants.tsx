import type { LintFinding } from '#shared/oauth/client-lint/index.ts';
import {
  type GrantId,
  givesRefreshToken,
  grantIds,
  grantOfType,
  grants,
  responseTypeNames,
} from '#shared/oauth/index.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { ClientType } from './client-type.ts';
import { listOf, Part } from './fields.tsx';
import { FindingsAt } from './findings.tsx';
import { useFormUnderEdit } from './form-context.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.clientForm;

/** One box: the entry in the registration when it is ticked. */
interface GrantBox {
  readonly id: string;
  readonly title: string;
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
  /** Why it cannot be ticked; null: it can. */
  readonly refusal: string | null;
  /** A limitation of the grant when ticked. */
  readonly remark: string | null;
}

function refusalOf(id: GrantId, type: ClientType, isRefreshable: boolean): string | null {
  if (type === 'public' && grants[id].needsSecret) return messages.refusals.needsSecret;
  return id === 'refresh_token' && !isRefreshable ? messages.refusals.needsGrant : null;
}

function boxesOf(type: ClientType, registered: readonly string[], vendorUrn: string): readonly GrantBox[] {
  const isRefreshable = registered.some((name) => {
    const id = grantOfType(name, vendorUrn);
    return id !== undefined && givesRefreshToken(id);
  });
  return grantIds.map((id) => {
    const { grantType, responseTypes: types, capabilities } = grants[id];
    const title = messages.grantTitles[id];
    return {
      id,
      title,
      // A flow that uses only the authorization endpoint is registered by its response type.
      grantTypes: id === 'implicit' ? [] : [grantType(vendorUrn)],
      responseTypes: types,
      refusal: refusalOf(id, type, isRefreshable),
      remark: capabilities?.refreshTokenAllowed.has === 'no' ? messages.refusals.refresh(title) : null,
    };
  });
}

export interface ClientPartProps {
  readonly findings: readonly LintFinding[];
}

/** The list with or without some texts, in its present order. */
function toggled(all: readonly string[], some: readonly string[], isOn: boolean): string[] {
  const others = all.filter((item) => !some.includes(item));
  return isOn ? [...all, ...some.filter((item) => !all.includes(item))] : others;
}

/** The grants that a client may use, with the reason for any that it cannot. */
export function ClientGrants(
  props: ClientPartProps & { readonly type: ClientType; readonly vendorUrn: string },
) {
  const { form } = useFormUnderEdit();
  const { findings, type, vendorUrn } = props;
  const registered = listOf(form, 'grant_types');
  const isImplied =
    form.document['response_types'] === undefined && registered.includes('authorization_code');
  const answers = isImplied ? ['code'] : listOf(form, 'response_types');
  const set = (nextGrants: string[], nextAnswers: string[]) => {
    if (!form.isReadOnly) form.change({ grant_types: nextGrants, response_types: nextAnswers });
  };
  const isOn = ({ grantTypes, responseTypes: types }: GrantBox) =>
    grantTypes.length > 0
      ? grantTypes.every((grant) => registered.includes(grant))
      : types.every((answer) => answers.includes(answer));
  const boxes = boxesOf(type, registered, vendorUrn);
  return (
    <Part title={messages.grants}>
      <ul className="grant-list">
        {boxes.map((box) => (
          <li key={box.id}>
            <Checkbox
              label={box.title}
              isChecked={isOn(box)}
              isDisabled={box.refusal !== null && !isOn(box)}
              onChange={(on) =>
                set(toggled(registered, box.grantTypes, on), toggled(answers, box.responseTypes, on))
              }
            />
            <span className="ref mono wrap">
              {box.grantTypes[0] ?? `response_type=${box.responseTypes[0]}`}
            </span>
            {box.refusal === null && !(isOn(box) && box.remark !== null) ? null : (
              <span className="help">{box.refusal ?? box.remark}</span>
            )}
          </li>
        ))}
      </ul>
      <FindingsAt findings={findings} pointer="/grant_types" />
      {registered.map((grant, index) => (
        <FindingsAt key={grant} findings={findings} pointer={`/grant_types/${index}`} />
      ))}
      {answers.length === 0 ? null : (
        <div className="field">
          <span className="label">{messages.responseTypes}</span>
          <span className="help">{messages.responseTypesHelp}</span>
          <span className="check-wrap">
            {responseTypeNames.map((name) => (
              <Checkbox
                key={name}
                isMono
                label={name}
                isChecked={answers.includes(name)}
                onChange={(on) => set([...registered], toggled(answers, [name], on))}
              />
            ))}
          </span>
        </div>
      )}
      <FindingsAt findings={findings} pointer="/response_types" />
    </Part>
  );
}
