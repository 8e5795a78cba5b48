import type { RecordStore } from '#main/platform/ports.ts';
import type { Session } from '#shared/api/index.ts';

const recordKind = 'session';
const recordId = 'window';

/** How the window was left last; null: nobody has left one. */
export async function lastSession(records: RecordStore): Promise<Session | null> {
  return records.get<Session>(recordKind, recordId);
}

/** Remembers how the window is left. Tokens in addresses are not kept. */
export async function rememberSession(records: RecordStore, session: Session): Promise<void> {
  const panes = session.panes.map((pane) => ({
    ...pane,
    tabs: pane.tabs.map((tab) => ({ ...tab, path: withoutTokens(tab.path) })),
  }));
  records.put(recordKind, recordId, { ...session, panes });
  await records.commit();
}

/** The address without parameters named `token`, in its query and in its fragment. */
function withoutTokens(path: string): string {
  const [beforeFragment = '', ...fragment] = path.split('#');
  const [place = '', ...query] = beforeFragment.split('?');
  return place + keptParameters('?', query.join('?')) + keptParameters('#', fragment.join('#'));
}

function keptParameters(lead: string, parameters: string): string {
  const kept = parameters.split('&').filter((parameter) => !/^token(?:=|$)/i.test(parameter));
  return kept.join('&') === '' ? '' : lead + kept.join('&');
}
