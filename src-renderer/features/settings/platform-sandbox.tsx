import { rateGroups } from '#shared/workspace/services/platform.ts';
import { reportProblem } from '../../ui/report-problem.ts';
import { Select } from '../../ui/select.tsx';
import { TextSetting, wholeNumber } from '../../workbench/setting-fields.tsx';
import { useShownSettings } from '../../workbench/use-settings.ts';
import { limitText, parseLimit } from './limit-text.ts';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.platformSandbox;
const base = '/services/platform';
const waits = ['ceil', 'fixed', 'none'] as const;

/** The initial data of the platform sandbox, and its rate limits. */
export function PlatformSandboxFields() {
  const settings = useShownSettings();
  const retryAfter = waits.find((each) => each === settings.at(`${base}/retryAfter`)) ?? 'ceil';
  const setWait = (value: string) => {
    settings.set(messages.retryAfter, [{ pointer: `${base}/retryAfter`, value }]).catch(reportProblem);
  };
  return (
    <>
      <TextSetting
        pointer={`${base}/users`}
        label={messages.users}
        help={messages.usersHelp}
        invalid={messages.usersHelp}
        isShort
        parse={wholeNumber(1, 200_000)}
      />
      {rateGroups.map((group) => (
        <TextSetting
          key={group}
          pointer={`${base}/rateLimits/${group}`}
          label={messages.limits[group]}
          help={messages.limitHelp}
          invalid={messages.limitHelp}
          parse={parseLimit}
          show={limitText}
        />
      ))}
      <div className="setting">
        <Select
          label={messages.retryAfter}
          value={retryAfter}
          options={waits.map((id) => ({ id, label: messages.waits[id] }))}
          onChange={setWait}
        />
      </div>
      {retryAfter === 'fixed' ? (
        <TextSetting
          pointer={`${base}/retryAfterSeconds`}
          label={messages.seconds}
          invalid={messages.secondsHelp}
          help={messages.secondsHelp}
          isShort
          parse={wholeNumber(1, 3_600)}
        />
      ) : null}
    </>
  );
}
