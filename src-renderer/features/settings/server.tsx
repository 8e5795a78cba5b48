import { toProblem } from '../../api/problem.ts';
import { Note } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { strings } from '../../words/strings.ts';
import { CheckSetting, TextSetting, wholeNumber } from './setting-fields.tsx';
import type { Settings } from './use-settings.ts';

const words = strings.server;
const base = '/services/authorizationServer';
const longestSeconds = 10 * 365 * 86_400;
const seconds = wholeNumber(1, longestSeconds);

const profiles = (['product', 'strict', 'training'] as const).map((id) => ({
  id,
  label: words.profiles[id],
}));

/** How the authorization server behaves. */
export function Server({ settings }: { readonly settings: Settings }) {
  const profile = settings.at(`${base}/profile`);
  const choose = (value: string) => {
    settings
      .set(words.profile, [{ pointer: `${base}/profile`, value }])
      .catch((error: unknown) => toast(toProblem(error).message));
  };
  const common = { settings } as const;
  return (
    <div className="settings-form">
      <p className="muted">{strings.settings.ofWorkspace}</p>
      <Select
        label={words.profile}
        options={profiles}
        value={typeof profile === 'string' ? profile : null}
        onChange={choose}
      />
      {profile === 'training' ? (
        <Note kind="warning" title={words.training}>
          <p>{words.trainingHelp}</p>
        </Note>
      ) : null}
      <TextSetting
        {...common}
        pointer={`${base}/accessTokenLifetimeSeconds`}
        label={words.accessTokenLifetimeSeconds}
        parse={seconds}
      />
      <TextSetting
        {...common}
        pointer={`${base}/codeLifetimeSeconds`}
        label={words.codeLifetimeSeconds}
        parse={seconds}
      />
      <TextSetting
        {...common}
        pointer={`${base}/refreshTokenLifetimeSeconds`}
        label={words.refreshTokenLifetimeSeconds}
        help={words.forever}
        parse={wholeNumber(1, longestSeconds, true)}
      />
      <CheckSetting {...common} pointer={`${base}/rollRefreshTokens`} label={words.rollRefreshTokens} />
      <TextSetting
        {...common}
        pointer={`${base}/refreshGraceSeconds`}
        label={words.refreshGraceSeconds}
        help={words.graceHelp}
        invalid={words.graceHelp}
        parse={wholeNumber(0, 60)}
      />
      <CheckSetting {...common} pointer={`${base}/requirePkce`} label={words.requirePkce} />
      <CheckSetting {...common} pointer={`${base}/allowPlainPkce`} label={words.allowPlainPkce} />
      <CheckSetting {...common} pointer={`${base}/issuerInResponse`} label={words.issuerInResponse} />
    </div>
  );
}
