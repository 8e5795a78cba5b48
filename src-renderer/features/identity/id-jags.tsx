import { type IdJagTarget, idJagTargetSchema } from '#shared/workspace/index.ts';
import { settingsParts } from '../../words/en/settings-parts.ts';
import { localised } from '../../words/localised.ts';
import { CheckSetting, TextSetting } from '../../workbench/setting-fields.tsx';
import { Part } from './fields.tsx';
import { identityMessages } from './words.ts';

const messages = { ...localised({ settingsParts }).server, ...identityMessages.policy };
const base = '/services/authorizationServer';

function textOfTargets(value: unknown): string {
  const parsed = idJagTargetSchema.array().safeParse(value);
  const targets = parsed.success ? parsed.data : [];
  return targets.map(({ audience, resource }) => [audience, resource ?? ''].join(' ').trim()).join('; ');
}

/** Reads targets that semicolons divide; undefined where one has more than two parts. */
function targetsIn(text: string): readonly IdJagTarget[] | undefined {
  const lines = text.split(';').map((line) => line.split(/\s+/).filter((part) => part !== ''));
  const given = lines.filter((parts) => parts.length > 0);
  if (given.some((parts) => parts.length > 2)) return undefined;
  return given.map(([audience = '', resource]) => ({
    audience,
    ...(resource === undefined ? {} : { resource }),
  }));
}

/** The settings about ID-JAGs, by which one server lets its clients into another. */
export function IdJags() {
  return (
    <Part title={messages.idJags} help={messages.idJagHelp}>
      <CheckSetting pointer={`${base}/idJag`} label={messages.idJag} />
      <CheckSetting
        pointer={`${base}/idJagReuse`}
        label={messages.idJagReuse}
        help={messages.idJagReuseHelp}
      />
      <TextSetting
        pointer={`${base}/idJagTargets`}
        label={messages.idJagTargets}
        help={messages.idJagTargetsHelp}
        invalid={messages.idJagTargetsInvalid}
        show={textOfTargets}
        parse={targetsIn}
      />
    </Part>
  );
}
