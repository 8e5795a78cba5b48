import type { LintFinding } from '#shared/oauth/client-lint/index.ts';
import {
  capabilitiesOfGrantType,
  grantCapabilities,
  responseTypes,
  tokenExchangeGrantType,
  validateBearerGrantType,
} from '#shared/oauth/index.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { ClientType } from './client-type.ts';
import { listOf, Part } from './fields.tsx';
import { FindingsAt } from './findings.tsx';
import type { Form } from './use-form.ts';
import { identityWords } from './words.ts';

const words = identityWords.clientForm;

/** One box: what the registration says when it is ticked. */
interface GrantBox {
  readonly id: string;
  readonly title: string;
  readonly grantTypes: readonly string[];
  readonly responseTypes: readonly string[];
  /** Why it cannot be ticked; null: it can. */
  readonly refusal: string | null;
  /** What it cannot do, where it is ticked. */
  readonly remark: string | null;
}

function refusalOf(id: string, type: ClientType, grants: readonly string[]): string | null {
  if (type === 'public' && (id === 'client_credentials' || id === 'validate_bearer'))
    return words.refusals.needsSecret;
  const givesRefresh = grants.some(
    (grant) => capabilitiesOfGrantType(grant)?.refreshTokenAllowed.has === 'yes',
  );
  return id === 'refresh_token' && !givesRefresh ? words.refusals.needsGrant : null;
}

function boxesOf(type: ClientType, grants: readonly string[], vendorUrn: string): readonly GrantBox[] {
  const flows = grantCapabilities.map(
    ({ flow, title, grantTypes, responseTypes: types, refreshTokenAllowed }) => ({
      id: flow,
      title,
      grantTypes,
      responseTypes: types,
      refusal: refusalOf(flow, type, grants),
      remark: refreshTokenAllowed.has === 'no' ? words.refusals.refresh(title) : null,
    }),
  );
  const others = [
    { id: 'refresh_token', grantTypes: ['refresh_token'], title: words.grantTitles.refresh_token },
    { id: 'token_exchange', grantTypes: [tokenExchangeGrantType], title: words.grantTitles.token_exchange },
    {
      id: 'validate_bearer',
      grantTypes: [validateBearerGrantType(vendorUrn)],
      title: words.grantTitles.validate_bearer,
    },
  ].map((box) => ({ ...box, responseTypes: [], refusal: refusalOf(box.id, type, grants), remark: null }));
  const [code, ...rest] = flows;
  const [refresh, ...last] = others;
  return [
    ...(code === undefined ? [] : [code]),
    ...(refresh === undefined ? [] : [refresh]),
    ...rest,
    ...last,
  ];
}

export interface ClientPartProps {
  readonly form: Form;
  readonly findings: readonly LintFinding[];
}

/** The list with or without some texts, in the order in which they stand. */
function toggled(all: readonly string[], some: readonly string[], isOn: boolean): string[] {
  const others = all.filter((item) => !some.includes(item));
  return isOn ? [...all, ...some.filter((item) => !all.includes(item))] : others;
}

/** What a client may use; what it cannot use says why. */
export function ClientGrants(
  props: ClientPartProps & { readonly type: ClientType; readonly vendorUrn: string },
) {
  const { form, findings, type, vendorUrn } = props;
  const grants = listOf(form, 'grant_types');
  const isImplied = form.document['response_types'] === undefined && grants.includes('authorization_code');
  const answers = isImplied ? ['code'] : listOf(form, 'response_types');
  const set = (nextGrants: string[], nextAnswers: string[]) => {
    if (!form.isReadOnly) form.change({ grant_types: nextGrants, response_types: nextAnswers });
  };
  const isOn = ({ grantTypes, responseTypes: types }: GrantBox) =>
    grantTypes.length > 0
      ? grantTypes.every((grant) => grants.includes(grant))
      : types.every((answer) => answers.includes(answer));
  const boxes = boxesOf(type, grants, vendorUrn);
  return (
    <Part title={words.grants}>
      <ul className="grant-list">
        {boxes.map((box) => (
          <li key={box.id}>
            <Checkbox
              label={box.title}
              isChecked={isOn(box)}
              isDisabled={box.refusal !== null && !isOn(box)}
              onChange={(on) =>
                set(toggled(grants, box.grantTypes, on), toggled(answers, box.responseTypes, on))
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
      {grants.map((grant, index) => (
        <FindingsAt key={grant} findings={findings} pointer={`/grant_types/${index}`} />
      ))}
      {answers.length === 0 ? null : (
        <div className="field">
          <span className="label">{words.responseTypes}</span>
          <span className="help">{words.responseTypesHelp}</span>
          <span className="check-wrap">
            {responseTypes.map(({ name }) => (
              <Checkbox
                key={name}
                isMono
                label={name}
                isChecked={answers.includes(name)}
                onChange={(on) => set([...grants], toggled(answers, [name], on))}
              />
            ))}
          </span>
        </div>
      )}
      <FindingsAt findings={findings} pointer="/response_types" />
    </Part>
  );
}
