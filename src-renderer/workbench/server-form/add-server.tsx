import { IdCard, Server } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { FlowTarget } from '#shared/api/index.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';

// Few add a server often: the form loads when somebody does.
const Lazy = lazy(async () => ({ default: (await import('./server-dialog.tsx')).ServerDialog }));

/** The form that adds a server, loaded when it is shown. */
export function AddServerDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Suspense fallback={null}>
      <Lazy onClose={onClose} />
    </Suspense>
  );
}

const LazyClients = lazy(async () => ({
  default: (await import('./clients-dialog.tsx')).ServerClientsDialog,
}));

/** Opens the clients that Gatehouse registered at a server. */
export function ServerClients({ target }: { readonly target: FlowTarget }) {
  const [isOpen, setIsOpen] = useState(false);
  const { name } = target;
  if (name === null) return null;
  return (
    <>
      <SmallGhostButton
        icon={IdCard}
        label={sharedMessages.files.serverClients}
        onPress={() => setIsOpen(true)}
      />
      {isOpen ? (
        <Suspense fallback={null}>
          <LazyClients target={{ ...target, name }} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

export interface AddServerProps {
  /** An icon beside others; else a button with its words. */
  readonly isIcon?: boolean;
}

/** Opens the form that adds a server. */
export function AddServer({ isIcon = false }: AddServerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const words = sharedMessages.files.addServer;
  const open = () => setIsOpen(true);
  return (
    <>
      {isIcon ? (
        <SmallGhostButton icon={Server} label={words} onPress={open} />
      ) : (
        <SmallGhostButton icon={Server} onPress={open}>
          {words}
        </SmallGhostButton>
      )}
      {isOpen ? <AddServerDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
