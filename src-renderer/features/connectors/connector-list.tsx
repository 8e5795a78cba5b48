import { Cable, FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { OpenedRow, Table } from '#renderer/ui/table.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { connectorPath, filePath } from '#renderer/workbench/addresses.ts';
import { useCommands } from '#renderer/workbench/commands.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import { useTabLabel } from '#renderer/workbench/tab-context.tsx';
import { TemplateButton } from '#renderer/workbench/template-dialog.tsx';
import type { ConnectorSystem } from '#shared/api/index.ts';
import { WizardDialog } from './wizard/wizard-dialog.tsx';
import { studioMessages } from './words.ts';

const messages = studioMessages.connectors;

/** The state of the connector: ready for requests, or the reason why not. */
function State({ system }: { readonly system: ConnectorSystem }) {
  const errors = system.problems.filter(({ severity }) => severity === 'error').length;
  if (!system.isEnabled) return <Verdict of="skipped" bare word={messages.states.disabled} />;
  if (errors > 0) return <Verdict of="failed" bare word={messages.states.errors(errors)} />;
  if (!system.isLoaded) return <Verdict of="inconclusive" bare word={messages.states.notLoaded} />;
  const isWarned =
    system.warnings.length > 0 || system.problems.some(({ severity }) => severity === 'warning');
  return <Verdict of={isWarned ? 'warning' : 'passed'} bare word={messages.states.ready} />;
}

function SystemRow({ system }: { readonly system: ConnectorSystem }) {
  const { file, name, displayName, objectTypes, serviceUri, warnings } = system;
  return (
    <OpenedRow onOpen={() => openLink(connectorPath(file))}>
      <th scope="row">
        <button
          type="button"
          className="lnk studio-name"
          data-words="data"
          onClick={() => openLink(connectorPath(file))}
        >
          {name}
        </button>
        {displayName === name ? null : (
          <span className="muted" data-words="data">
            {displayName}
          </span>
        )}
      </th>
      <td>
        <State system={system} />
      </td>
      <td className="mono wrap" data-words="data">
        {serviceUri ?? messages.noServiceUri}
      </td>
      <td>
        <span className="row tight wraps">
          {objectTypes.map((type) => (
            <Badge key={type}>
              <span data-words="data">{type}</span>
            </Badge>
          ))}
        </span>
      </td>
      <td className="wrap">
        {warnings.map((warning) => (
          <span key={warning} className="studio-warning" data-words="data">
            <Drawn name="warning" small />
            {warning}
          </span>
        ))}
      </td>
      <td className="acts-cell">
        <SmallGhostButton
          icon={FileText}
          label={messages.openFile(name)}
          onPress={() => openLink(filePath(file))}
        />
      </td>
    </OpenedRow>
  );
}

function SystemTable({ systems }: { readonly systems: readonly ConnectorSystem[] }) {
  const { columns } = messages;
  return (
    <ScrollRegion label={messages.title}>
      <Table
        label={messages.title}
        className="rows studio-systems"
        columns={[
          columns.name,
          columns.state,
          columns.serviceUri,
          columns.objectTypes,
          columns.warnings,
          null,
        ]}
      >
        {systems.map((system) => (
          <SystemRow key={system.file} system={system} />
        ))}
      </Table>
    </ScrollRegion>
  );
}

/** The connectors of the workspace, and the way to a new one. */
export function ConnectorList({ systems }: { readonly systems: readonly ConnectorSystem[] }) {
  const [isAdding, setIsAdding] = useState(false);
  useTabLabel(messages.title);
  const add = () => setIsAdding(true);
  useCommands([{ id: 'connectors.new', title: messages.commands.add, group: 'file', run: add }]);
  const dialog = isAdding ? <WizardDialog systems={systems} onClose={() => setIsAdding(false)} /> : null;
  if (systems.length === 0)
    return (
      <>
        <Empty
          icon={Cable}
          title={messages.emptyTitle}
          text={messages.emptyText}
          actions={
            <>
              <Button kind="ink" icon={Plus} onPress={add}>
                {messages.add}
              </Button>
              <TemplateButton kind="connector" />
            </>
          }
        />
        {dialog}
      </>
    );
  return (
    <div className="studio-list">
      <div className="toolbar">
        <h1 className="title">{messages.title}</h1>
        <span className="push" />
        <TemplateButton kind="connector" />
        <Button kind="ink" icon={Plus} onPress={add}>
          {messages.add}
        </Button>
      </div>
      <SystemTable systems={systems} />
      {dialog}
    </div>
  );
}
