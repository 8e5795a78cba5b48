import { signingAlgorithms } from '#shared/workspace/index.ts';
import { toProblem } from '../../api/problem.ts';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Select } from '../../ui/select.tsx';
import { strings } from '../../words/strings.ts';
import { CheckSetting, nameList, TextSetting, wholeNumber } from '../../workbench/setting-fields.tsx';
import { type Settings, useSettings } from '../../workbench/use-settings.ts';
import { Part } from './fields.tsx';
import { Validators } from './validators.tsx';
import { Weaknesses } from './weaknesses.tsx';
import { identityWords } from './words.ts';

const words = { ...strings.server, ...identityWords.policy };
const base = '/services/authorizationServer';
const maxSeconds = 10 * 365 * 86_400;
const seconds = wholeNumber(1, maxSeconds);

const profiles = (['product', 'strict', 'training'] as const).map((id) => ({
  id,
  label: words.profiles[id],
}));
const formats = (['opaque', 'jwt'] as const).map((id) => ({
  id,
  label: identityWords.clientForm.formats[id],
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

interface SecondsProps {
  readonly settings: Settings;
  readonly member: string;
  readonly label: string;
  readonly help?: string;
  readonly parse?: (text: string) => unknown;
}

function Seconds({ settings, member, label, help, parse = seconds }: SecondsProps) {
  return (
    <TextSetting
      settings={settings}
      pointer={`${base}/${member}`}
      label={label}
      parse={parse}
      invalid={help ?? identityWords.identity.wholeNumber}
      {...(help === undefined ? {} : { help })}
    />
  );
}

interface PartProps {
  readonly settings: Settings;
}

function Check({ settings, member, label }: PartProps & { readonly member: string; readonly label: string }) {
  return <CheckSetting settings={settings} pointer={`${base}/${member}`} label={label} />;
}

/** How long things live, and what becomes of refresh tokens. */
function Lifetimes({ settings }: PartProps) {
  const common = { settings } as const;
  return (
    <>
      <Part title={words.lifetimes}>
        <Seconds {...common} member="accessTokenLifetimeSeconds" label={words.accessTokenLifetimeSeconds} />
        <Seconds {...common} member="codeLifetimeSeconds" label={words.codeLifetimeSeconds} />
        <Seconds {...common} member="idTokenLifetimeSeconds" label={words.idTokenLifetimeSeconds} />
      </Part>
      <Part title={words.refresh}>
        <Seconds
          {...common}
          member="refreshTokenLifetimeSeconds"
          label={words.refreshTokenLifetimeSeconds}
          help={words.forever}
          parse={wholeNumber(1, maxSeconds, true)}
        />
        <Check {...common} member="rollRefreshTokens" label={words.rollRefreshTokens} />
        <Seconds
          {...common}
          member="refreshGraceSeconds"
          label={words.refreshGraceSeconds}
          help={words.graceHelp}
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
      <Part title={words.requests}>
        <Check {...common} member="requirePkce" label={words.requirePkce} />
        <Check {...common} member="allowPlainPkce" label={words.allowPlainPkce} />
        <Check {...common} member="issuerInResponse" label={words.issuerInResponse} />
      </Part>
      <Part title={words.tokens}>
        <ChoiceSetting {...common} member="accessTokenFormat" label={words.format} options={formats} />
        <ChoiceSetting
          {...common}
          member="accessTokenSigningAlgorithm"
          label={words.algorithm}
          options={algorithms}
        />
        <TextSetting
          {...common}
          pointer={`${base}/audience`}
          label={words.audience}
          help={words.audienceHelp}
        />
        <TextSetting
          {...common}
          pointer={`${base}/introspectionClaims`}
          label={words.introspectionClaims}
          help={words.introspectionHelp}
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
      <Part title={words.signIn}>
        <Seconds
          {...common}
          member="sessionLifetimeSeconds"
          label={words.sessionLifetimeSeconds}
          help={words.sessionHelp}
          parse={wholeNumber(0, maxSeconds)}
        />
        <Seconds
          {...common}
          member="lockoutAttempts"
          label={words.lockoutAttempts}
          help={words.lockoutHelp}
          parse={wholeNumber(0, 1_000)}
        />
        <Seconds {...common} member="lockoutSeconds" label={words.lockoutSeconds} />
      </Part>
      <Validators settings={settings} />
      <Part title={words.keys}>
        <Seconds
          {...common}
          member="keyOverlapSeconds"
          label={words.keyOverlapSeconds}
          parse={wholeNumber(0, maxSeconds)}
        />
        <Seconds
          {...common}
          member="clockSkewSeconds"
          label={words.clockSkewSeconds}
          help={words.skewHelp}
          parse={wholeNumber(0, 600)}
        />
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
    <ScrollRegion className="identity-page policy" label={identityWords.identity.tabs.policy}>
      <p className="muted">{words.help}</p>
      <Part title={words.behaviour}>
        <ChoiceSetting settings={settings} member="profile" label={words.profile} options={profiles} />
        {settings.at(`${base}/profile`) === 'training' ? <Weaknesses settings={settings} /> : null}
      </Part>
      <Lifetimes settings={settings} />
      <RequestsAndTokens settings={settings} />
      <SignInAndKeys settings={settings} />
    </ScrollRegion>
  );
}
