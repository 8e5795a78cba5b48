import { reportProblem } from '../../ui/report-problem.ts';
import { Select } from '../../ui/select.tsx';
import { CheckSetting, nameList, TextSetting, wholeNumber } from '../../workbench/setting-fields.tsx';
import { useShownSettings } from '../../workbench/use-settings.ts';
import { Part } from './fields.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.registrationPolicy;
const base = '/services/authorizationServer';
const pointerOf = (member: string) => `${base}/registrationPolicy/${member}`;

const modes = (['off', 'token', 'open'] as const).map((id) => ({ id, label: messages.modes[id] }));
const lists = ['scopes', 'audiences', 'grantTypes', 'authenticationMethods'] as const;
const numbers = [
  ['lifetimeDays', 3_650, messages.daysHelp],
  ['maxRegistrations', 10_000, messages.countHelp],
  ['perMinute', 10_000, messages.countHelp],
] as const;
const checks = ['webOnLoopback', 'anyPrivateScheme', 'internalUris', 'requireSoftwareStatement'] as const;

/** The policy for clients that register themselves; while none may, only that is shown. */
export function RegistrationPolicy() {
  const settings = useShownSettings();
  const mode = settings.at(`${base}/registration`);
  const write = (next: string) => {
    settings.set(messages.mode, [{ pointer: `${base}/registration`, value: next }]).catch(reportProblem);
  };
  return (
    <Part title={messages.title} help={messages.help}>
      <div className="setting">
        <Select
          label={messages.mode}
          options={modes}
          value={typeof mode === 'string' ? mode : 'off'}
          onChange={write}
        />
      </div>
      {mode === 'token' || mode === 'open' ? (
        <>
          {lists.map((member) => (
            <TextSetting
              key={member}
              pointer={pointerOf(member)}
              label={messages[member]}
              parse={nameList}
              {...(member === 'scopes' ? { help: messages.scopesHelp } : {})}
              {...(member === 'audiences' ? { help: messages.audiencesHelp } : {})}
            />
          ))}
          {numbers.map(([member, max, help]) => (
            <TextSetting
              key={member}
              pointer={pointerOf(member)}
              label={messages[member]}
              isShort
              parse={wholeNumber(1, max)}
              help={help}
              invalid={help}
            />
          ))}
          {checks.map((member) => (
            <CheckSetting key={member} pointer={pointerOf(member)} label={messages[member]} />
          ))}
        </>
      ) : null}
    </Part>
  );
}
