import { Component, type ReactNode } from 'react';
import { Button, SmallGhostButton } from '../ui/button.tsx';
import { copyText } from '../ui/copy.ts';
import { Note } from '../ui/note.tsx';
import { sharedMessages } from '../words/shared-messages.ts';

interface State {
  readonly error: Error | null;
}

/** Shows what failed where a screen threw, instead of an empty window. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, State> {
  override readonly state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const details = `${error.name}: ${error.message}\n${error.stack ?? ''}`;
    return (
      <Note
        kind="failed"
        title={sharedMessages.crash.title}
        actions={
          <>
            <Button small onPress={() => this.setState({ error: null })}>
              {sharedMessages.crash.again}
            </Button>
            <SmallGhostButton onPress={() => location.reload()}>
              {sharedMessages.crash.reload}
            </SmallGhostButton>
            <SmallGhostButton onPress={() => void copyText(details, sharedMessages.common.copied)}>
              {sharedMessages.common.copyDetails}
            </SmallGhostButton>
          </>
        }
      >
        <p className="wrap">{error.message}</p>
        <p>{sharedMessages.crash.fix}</p>
      </Note>
    );
  }
}
