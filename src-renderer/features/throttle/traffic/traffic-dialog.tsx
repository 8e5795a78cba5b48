import type { Lab } from '../use-lab.ts';
import { ClientDialog } from './client-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { NewTrafficDialog } from './new-traffic-dialog.tsx';
import { SettingsDialog } from './settings-dialog.tsx';

/** A dialog about the traffic. */
export type OpenedTraffic =
  | { readonly kind: 'new' | 'import' | 'settings' }
  | { readonly kind: 'client'; readonly index: number };

export interface TrafficDialogProps {
  readonly lab: Lab;
  readonly opened: OpenedTraffic;
  readonly onClose: () => void;
}

/** The open dialog. It belongs to the screen, not to the pane, which is replaced when the window becomes narrow. */
export function TrafficDialog({ lab, opened, onClose }: TrafficDialogProps) {
  switch (opened.kind) {
    case 'new':
      return <NewTrafficDialog lab={lab} onClose={onClose} />;
    case 'import':
      return <ImportDialog lab={lab} onClose={onClose} />;
    case 'settings':
      return <SettingsDialog lab={lab} onClose={onClose} />;
    case 'client':
      return <ClientDialog lab={lab} index={opened.index} onClose={onClose} />;
  }
}
