import { TextField } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { studioMessages } from '../words.ts';
import { authenticationKinds, chosenAuthentication, credentialsOf } from './credentials.ts';
import type { SourceProps } from './sample-source.tsx';

const messages = studioMessages.connectorWizard;

/** How requests authenticate, and with which values; an OpenAPI document may say more than can be chosen. */
export function AuthenticationFields({ wanted, onChange }: SourceProps) {
  const offered = wanted.openApi?.authentication.kind ?? 'none';
  const kinds = [...new Set([...authenticationKinds, offered])];
  const credentials = credentialsOf(chosenAuthentication(wanted));
  return (
    <>
      <Select
        label={messages.authentication}
        options={kinds.map((id) => ({ id, label: messages.authenticationKinds[id] }))}
        value={wanted.authentication ?? offered}
        onChange={(id) =>
          onChange({ authentication: authenticationKinds.find((kind) => kind === id) ?? null })
        }
      />
      {credentials.length === 0 ? null : (
        <span className="studio-two">
          {credentials.map(({ name, isSecret }) => (
            <TextField
              key={name}
              label={name}
              value={wanted.credentials[name] ?? ''}
              type={isSecret ? 'password' : 'text'}
              isMono
              onChange={(value) => onChange({ credentials: { ...wanted.credentials, [name]: value } })}
            />
          ))}
        </span>
      )}
    </>
  );
}
