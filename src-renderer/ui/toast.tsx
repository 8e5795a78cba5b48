import { X } from 'lucide-react';
import { useEffect } from 'react';
import { createStore, useStore } from '../api/store.ts';
import { strings } from '../app/strings.ts';
import { Button } from './button.tsx';

const shownMillis = 6_000;
const message = createStore<{ readonly text: string } | null>(null);

/** Says briefly what came of an act; takes the place of an earlier toast. */
export function toast(text: string): void {
  message.set({ text });
}

/** Where toasts appear. The region always stands, so that screen readers hear what enters it. */
export function ToastRegion() {
  const shown = useStore(message);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => message.set(null), shownMillis);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <output className="toasts">
      {shown === null ? null : (
        <span className="toast">
          <span className="wrap">{shown.text}</span>
          <Button
            small
            kind="ghost"
            icon={X}
            label={strings.common.close}
            onPress={() => message.set(null)}
          />
        </span>
      )}
    </output>
  );
}
