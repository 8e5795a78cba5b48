import type { TrustStatus } from '#shared/api/index.ts';
import { serviceKeys } from '#shared/exchange/exchange.ts';
import { trustKinds } from '#shared/trust/item.ts';
import { SmallGhostButton } from '../../../ui/button.tsx';
import { Drawn } from '../../../ui/icon.tsx';
import { Table } from '../../../ui/table.tsx';
import { sharedMessages } from '../../../words/shared-messages.ts';
import { filePath } from '../../../workbench/addresses.ts';
import { openLink } from '../../../workbench/layout-store.ts';
import { settingsMessages } from '../words.ts';

const messages = settingsMessages.workspaceTrust;

type Item = TrustStatus['items'][number];

function nameOf({ kind, value }: Item): string {
  if (kind !== 'listen') return value;
  const [service, address = ''] = value.split(' ');
  const key = serviceKeys.find((candidate) => candidate === service);
  return key === undefined ? value : messages.listens(sharedMessages.status.services[key].name, address);
}

function ItemRow({ item }: { readonly item: Item }) {
  return (
    <tr>
      <th scope="row" className="mono wrap">
        {nameOf(item)}
      </th>
      <td>
        <span className="row tight wraps">
          {item.files.map((file) => (
            <SmallGhostButton key={file} onPress={() => openLink(filePath(file))}>
              {file}
            </SmallGhostButton>
          ))}
        </span>
      </td>
      <td>
        <span className={item.isOff ? 'row tight c-warn' : 'row tight c-ok'}>
          <Drawn name={item.isOff ? 'warning' : 'passed'} small />
          {item.isOff ? messages.isOff : messages.isOn}
        </span>
      </td>
    </tr>
  );
}

/** Things that a workspace does or would do, by their kind, each with the files that say so. */
export function ItemTable({ items, label }: { readonly items: readonly Item[]; readonly label: string }) {
  const groups = trustKinds.flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind);
    return own.length === 0 ? [] : [{ kind, own }];
  });
  return (
    <div className="table-scroll">
      <Table
        label={label}
        className="rows trust-items"
        columns={[messages.what, messages.saidIn, messages.state]}
        isGrouped
      >
        {groups.map(({ kind, own }) => (
          <tbody key={kind}>
            <tr>
              <th scope="rowgroup" colSpan={3} className="trust-kind">
                {messages.kinds[kind]}
              </th>
            </tr>
            {own.map((item) => (
              <ItemRow key={item.value} item={item} />
            ))}
          </tbody>
        ))}
      </Table>
    </div>
  );
}
