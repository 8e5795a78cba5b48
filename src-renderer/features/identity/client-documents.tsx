import { CheckSetting, nameList, TextSetting, wholeNumber } from '../../workbench/setting-fields.tsx';
import { useShownSettings } from '../../workbench/use-settings.ts';
import { Part } from './fields.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.clientDocuments;
const base = '/services/authorizationServer/clientIdMetadataDocuments';

/** The policy for clients that a document at their client_id describes; while it is off, only that is shown. */
export function ClientDocuments() {
  const isOn = useShownSettings().at(`${base}/enabled`) === true;
  return (
    <Part title={messages.title} help={messages.help}>
      <CheckSetting pointer={`${base}/enabled`} label={messages.enabled} />
      {isOn ? (
        <>
          {(['minCacheSeconds', 'maxCacheSeconds'] as const).map((member) => (
            <TextSetting
              key={member}
              pointer={`${base}/${member}`}
              label={messages[member]}
              isShort
              parse={wholeNumber(30, 86_400)}
              help={messages.secondsHelp}
              invalid={messages.secondsHelp}
            />
          ))}
          <TextSetting
            pointer={`${base}/developmentOrigins`}
            label={messages.developmentOrigins}
            parse={nameList}
            help={messages.originsHelp}
          />
        </>
      ) : null}
    </Part>
  );
}
