import { useState } from 'react';
import {
  type ClientUnderProfile,
  judgeProfile,
  profileCounts,
  profileTable,
} from '#shared/oauth/profiles/index.ts';
import { clientFileSchema, type NamedProfile, namedProfiles } from '#shared/workspace/index.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { helpPath } from '../../workbench/addresses.ts';
import { openLink } from '../../workbench/layout-store.ts';
import { Part } from './fields.tsx';
import { RuleList } from './profile-row.tsx';
import { usePolicy } from './use-policy.ts';
import { useRegistrations } from './use-registrations.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.profileRules;
const states = ['missed', 'not-examined', 'held'] as const;
const options = namedProfiles.map((id) => ({ id, label: profileTable[id].title }));

/** The clients of the workspace that can be read, as a profile looks at them. */
function useClients(): readonly ClientUnderProfile[] {
  const { data = [] } = useRegistrations('client');
  return data.flatMap(({ document, secrets }) => {
    const parsed = clientFileSchema.safeParse(document);
    return parsed.success
      ? [{ document: parsed.data, hasSecret: secrets['client_secret'] !== undefined }]
      : [];
  });
}

/** Which rules of a profile the server and its clients keep to: first those that they miss, with what to set. */
export function ProfileRules() {
  const { settings } = usePolicy();
  const clients = useClients();
  const inForce = namedProfiles.find((id) => id === settings.profile);
  const [chosen, setChosen] = useState<NamedProfile | null>(null);
  const profile = chosen ?? inForce ?? 'oauth-2.1';
  const rows = judgeProfile(profile, { settings, clients });
  const counts = profileCounts(rows);
  const said = [
    messages.held(counts.held),
    ...(counts.missed === 0 ? [] : [messages.missed(counts.missed)]),
    ...(counts['not-examined'] === 0 ? [] : [messages.notExamined(counts['not-examined'])]),
  ];
  return (
    <Part title={messages.title} help={messages.help}>
      <span className="row tight">
        <Segmented label={messages.compared} options={options} value={profile} onChange={setChosen} />
        <SmallGhostButton onPress={() => openLink(helpPath('docs/reference/profiles.md'))}>
          {messages.reference}
        </SmallGhostButton>
      </span>
      <Note
        kind={counts.missed === 0 || profile !== inForce ? 'neutral' : 'failed'}
        title={`${messages.rules(profileTable[profile].title, rows.length)}, ${said.join(', ')}`}
      >
        <p>{profileTable[profile].document}</p>
      </Note>
      {states.map((state) =>
        counts[state] === 0 ? null : (
          <details
            key={`${profile} ${state}`}
            className="rule-group"
            // The faults of the profile in force are seen at once; comparing with another one takes no place.
            open={(state === 'missed' && profile === inForce) || undefined}
          >
            <summary>{messages.group(messages.groups[state], counts[state])}</summary>
            <RuleList rows={rows.filter(({ judgement }) => judgement.state === state)} />
          </details>
        ),
      )}
    </Part>
  );
}
