import { type DragEvent, useState } from 'react';

/** Lets files be dropped on a part of the screen; `isOver` while they are held above it. */
export function useFileDrop(onFiles: (files: readonly [File, ...File[]]) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      const [first, ...more] = event.dataTransfer.files;
      if (first !== undefined) onFiles([first, ...more]);
    },
  };
  return { isOver, handlers };
}
