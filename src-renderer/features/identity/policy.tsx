import { profiles as profileIds, signingAlgorithms } from '#shared/workspace/index.ts';
import { toProblem } from '../../api/problem.ts';
import { ProblemNote } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Select } from '../../ui/select.tsx';
import { settingsParts } from '../../words/en/settings-parts.ts';
import { localised } from '../../words/localised.ts';
import { CheckSetting, nameList, TextSetting, wholeNumber } from '../../workbench/setting-fields.tsx';
import { SettingsContext, useSettings, useShownSettings } from '../../workbench/use-settings.ts';
import { ClientDocuments } from './client-documents.tsx';
import { Part } from './fields.tsx';
import { IdJags } from './id-jags.tsx';
import { ProfileRules } from './profile-rules.tsx';
import { RegistrationPolicy } from './registration-policy.tsx';
import { Validators } from './validators.tsx';
import { Weaknesses } from './weaknesses.tsx';
import { identityMessages } from './words.ts';

const messages = { ...localised({ settingsParts }).server, ...identityMessages.policy };
const base = '/services/authorizationServer';
const maxSeconds = 10 * 365 * 86_400;
const seconds = wholeNumber(1, maxSeconds);

const profiles = profileIds.map((id) => ({
  id,
  label: messages.profiles[id],
}));
const formats = (['opaque', 'jwt'] as const).map((id) => ({
  id,
  label: identityMessages.clientForm.formats[id],
}));
const algorithms = signingAlgorithms.map((id) => ({ id, label: id }));

interface ChoiceProps {
  readonly member: string;
  readonly label: string;
  readonly options: readonly { readonly id: string; readonly label: string }[];
}

/** A setting out of a few: written at once. */
function ChoiceSetting({ member, label, options }: ChoiceProps) {
  const settings = useShownSettings();
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
  readonly member: LabelledMember;
  readonly help?: string;
  readonly parse?: (text: string) => unknown;
}

function Seconds({ member, help, parse = seconds }: SecondsProps) {
  return (
    <TextSetting
      pointer={`${base}/${member}`}
      label={messages[member]}
      isShort
      parse={parse}
      invalid={help ?? identityMessages.identity.wholeNumber}
      {...(help === undefined ? {} : { help })}
    />
  );
}

function Check({ member }: { readonly member: LabelledMember }) {
  return <CheckSetting pointer={`${base}/${member}`} label={messages[member]} />;
}

/** Lifetimes, and the handling of refresh tokens. */
function Lifetimes() {
  return (
    <>
      <Part title={messages.lifetimes}>
        <Seconds member="accessTokenLifetimeSeconds" />
        <Seconds member="codeLifetimeSeconds" />
        <Seconds member="idTokenLifetimeSeconds" />
      </Part>
      <Part title={messages.refresh}>
        <Seconds
          member="refreshTokenLifetimeSeconds"
          help={messages.forever}
          parse={wholeNumber(1, maxSeconds, true)}
        />
        <Check member="rollRefreshTokens" />
        <Seconds member="refreshGraceSeconds" help={messages.graceHelp} parse={wholeNumber(0, 60)} />
      </Part>
    </>
  );
}

/** The requirements for requests, and the format of tokens. */
function RequestsAndTokens() {
  return (
    <>
      <Part title={messages.requests}>
        <Check member="requirePkce" />
        <Check member="allowPlainPkce" />
        <Check member="issuerInResponse" />
        <Check member="requirePushedAuthorizationRequests" />
        <Seconds
          member="pushedRequestLifetimeSeconds"
          help={messages.pushedHelp}
          parse={wholeNumber(5, 600)}
        />
        <Check member="requireSignedRequestObject" />
        <Check member="dpopNonces" />
      </Part>
      <IdJags />
      <Part title={messages.tokens}>
        <ChoiceSetting member="accessTokenFormat" label={messages.format} options={formats} />
        <ChoiceSetting member="accessTokenSigningAlgorithm" label={messages.algorithm} options={algorithms} />
        <TextSetting pointer={`${base}/audience`} label={messages.audience} help={messages.audienceHelp} />
        <TextSetting
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
function SignInAndKeys() {
  return (
    <>
      <Part title={messages.signIn}>
        <Seconds
          member="sessionLifetimeSeconds"
          help={messages.sessionHelp}
          parse={wholeNumber(0, maxSeconds)}
        />
        <Seconds member="lockoutAttempts" help={messages.lockoutHelp} parse={wholeNumber(0, 1_000)} />
        <Seconds member="lockoutSeconds" />
      </Part>
      <Validators />
      <Part title={messages.keys}>
        <Seconds member="keyOverlapSeconds" parse={wholeNumber(0, maxSeconds)} />
        <Seconds member="clockSkewSeconds" help={messages.skewHelp} parse={wholeNumber(0, 600)} />
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
    <SettingsContext value={settings}>
      <ScrollRegion className="identity-page policy" label={identityMessages.identity.tabs.policy}>
        <p className="muted">{messages.help}</p>
        <Part title={messages.behaviour}>
          <ChoiceSetting member="profile" label={messages.profile} options={profiles} />
          {settings.at(`${base}/profile`) === 'training' ? <Weaknesses /> : null}
        </Part>
        <ProfileRules />
        <Lifetimes />
        <RequestsAndTokens />
        <RegistrationPolicy />
        <ClientDocuments />
        <SignInAndKeys />
      </ScrollRegion>
    </SettingsContext>
  );
}
