import { UserRound } from 'lucide-react';
import type { Registration } from '#shared/api/index.ts';
import { RegistrationTab } from './registration-tab.tsx';
import { SignIns } from './sign-ins.tsx';
import { UserForm } from './user-form.tsx';
import { identityMessages } from './words.ts';

const messages = identityMessages.userForm;

/** In addresses, the placeholder of the list of sign-ins; no user has this name. */
const signInsId = '(sign-ins)';

function DisplayName({ registration }: { readonly registration: Registration }) {
  const claims = registration.document?.['claims'];
  const name = typeof claims === 'object' && claims !== null && 'name' in claims ? claims.name : '';
  return <span className="ref clip">{typeof name === 'string' ? name : ''}</span>;
}

/** The users of the workspace, and who is signed in or locked. */
export function Users() {
  return (
    <RegistrationTab
      tab="users"
      kind="user"
      words={messages}
      icon={UserRound}
      blank={{ claims: {} }}
      form={UserForm}
      note={DisplayName}
      pages={[
        {
          entry: {
            id: signInsId,
            title: messages.signIns,
            isWord: true,
            note: null,
            isDirty: false,
            text: '',
          },
          page: <SignIns />,
        },
      ]}
    />
  );
}
