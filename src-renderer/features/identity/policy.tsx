import { signingAlgorithms } from '#shared/workspace/index.ts';
import { toProblem } from '../../api/problem.ts';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Select } from '../../ui/select.tsx';
import { settingsParts } from '../../words/en/settings-parts.ts';
import { localised } from '../../words/localised.ts';
import { CheckSetting, nameList, TextSetting, wholeNumber } from '../../workbench/setting-fields.tsx';
import { type Settings, useSettings } from '../../workbench/use-settings.ts';
import { Part } from './fields.tsx';
import { Validators } from './validators.tsx';
import { Weaknesses } from './weaknesses.tsx';
import { identityMessages } from './words.ts';

const messages = { ...localised({ settingsParts }).server, ...identityMessages.policy };
const base = '/services/authorizationServer';
const maxSeconds = 10 * 365 * 86_400;
const seconds = wholeNumber(1, maxSeconds);

const profiles = (['product', 'strict', 'training'] as const).map((id) => ({
  id,
  label: messages.profiles[id],
}));
const formats = (['opaque', 'jwt'] as const).map((id) => ({
  id,
  label: identityMessages.clientForm.formats[id],
}));
const algorithms = signingAlgorithms.map((id) => ({ id, label: id }));

interface ChoiceProps {
  readonly settings: Settings;
  readonly member: string;
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** A setting out of a few: written at once. */
function ChoiceSetting({ settings, member, label, options }: ChoiceProps) {
  const value = settings.at(`${base}/${member}`);
  return (
    <div className="setting">
      <Select
        label={label}
        options={options}
        value={typeof value === 'string' ? value : null}
        onChange={(next) => {
          settings.set(label, [{ pointer: `${base}/${member}`, value: next }]).catch(reportProblem);
        }}
      />
    </div>
  );
}

/** Members whose labels are words of the same name. */
type LabelledMember = {
  [Name in keyof typeof messages]: (typeof messages)[Name] extends string ? Name : never;
}[keyof typeof messages];

interface SecondsProps {
  readonly settings: Settings;
  readonly member: LabelledMember;
  readonly help?: string;
  readonly parse?: (text: string) => unknown;
}

function Seconds({ settings, member, help, parse = seconds }: SecondsProps) {
  return (
    <TextSetting
      settings={settings}
      pointer={`${base}/${member}`}
      label={messages[member]}
      isShort
      parse={parse}
      invalid={help ?? identityMessages.identity.wholeNumber}
      {...(help === undefined ? {} : { help })}
    />
  );
}

interface PartProps {
  readonly settings: Settings;
}

function Check({ settings, member }: PartProps & { readonly member: LabelledMember }) {
  return <CheckSetting settings={settings} pointer={`${base}/${member}`} label={messages[member]} />;
}

/** Lifetimes, and the handling of refresh tokens. */
function Lifetimes({ settings }: PartProps) {
  const common = { settings } as const;
  return (
    <>
      <Part title={messages.lifetimes}>
        <Seconds {...common} member="accessTokenLifetimeSeconds" />
        <Seconds {...common} member="codeLifetimeSeconds" />
        <Seconds {...common} member="idTokenLifetimeSeconds" />
      </Part>
      <Part title={messages.refresh}>
        <Seconds
          {...common}
          member="refreshTokenLifetimeSeconds"
          help={messages.forever}
          parse={wholeNumber(1, maxSeconds, true)}
        />
        <Check {...common} member="rollRefreshTokens" />
        <Seconds
          {...common}
          member="refreshGraceSeconds"
          help={messages.graceHelp}
          parse={wholeNumber(0, 60)}
        />
      </Part>
    </>
  );
}

/** The requirements for requests, and the format of tokens. */
function RequestsAndTokens({ settings }: PartProps) {
  const common = { settings } as const;
  return (
    <>
      <Part title={messages.requests}>
        <Check {...common} member="requirePkce" />
        <Check {...common} member="allowPlainPkce" />
        <Check {...common} member="issuerInResponse" />
        <Check {...common} member="dpopNonces" />
      </Part>
      <Part title={messages.tokens}>
        <ChoiceSetting {...common} member="accessTokenFormat" label={messages.format} options={formats} />
        <ChoiceSetting
          {...common}
          member="accessTokenSigningAlgorithm"
          label={messages.algorithm}
          options={algorithms}
        />
        <TextSetting
          {...common}
          pointer={`${base}/audience`}
          label={messages.audience}
          help={messages.audienceHelp}
        />
        <TextSetting
          {...common}
          pointer={`${base}/introspectionClaims`}
          label={messages.introspectionClaims}
          help={messages.introspectionHelp}
          parse={nameList}
        />
      </Part>
    </>
  );
}

/** Sessions, locks, keys and clocks. */
function SignInAndKeys({ settings }: PartProps) {
  const common = { settings } as const;
  return (
    <>
      <Part title={messages.signIn}>
        <Seconds
          {...common}
          member="sessionLifetimeSeconds"
          help={messages.sessionHelp}
          parse={wholeNumber(0, maxSeconds)}
        />
        <Seconds
          {...common}
          member="lockoutAttempts"
          help={messages.lockoutHelp}
          parse={wholeNumber(0, 1_000)}
        />
        <Seconds {...common} member="lockoutSeconds" />
      </Part>
      <Validators settings={settings} />
      <Part title={messages.keys}>
        <Seconds {...common} member="keyOverlapSeconds" parse={wholeNumber(0, maxSeconds)} />
        <Seconds {...common} member="clockSkewSeconds" help={messages.skewHelp} parse={wholeNumber(0, 600)} />
      </Part>
    </>
  );
}

/** How the authorization server behaves: every setting of it, and the weaknesses of the training profile. */
export function Policy() {
  const settings = useSettings();
  if (!settings.isLoaded)
    return settings.error === null ? (
      <div className="screen-loading" />
    ) : (
      <ProblemNote problem={toProblem(settings.error)} />
    );
  return (
    <ScrollRegion className="identity-page policy" label={identityMessages.identity.tabs.policy}>
      <p className="muted">{messages.help}</p>
      <Part title={messages.behaviour}>
        <ChoiceSetting settings={settings} member="profile" label={messages.profile} options={profiles} />
        {settings.at(`${base}/profile`) === 'training' ? <Weaknesses settings={settings} /> : null}
      </Part>
      <Lifetimes settings={settings} />
      <RequestsAndTokens settings={settings} />
      <SignInAndKeys settings={settings} />
    </ScrollRegion>
  );
}
