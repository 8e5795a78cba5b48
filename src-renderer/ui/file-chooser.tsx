import type { RefObject } from 'react';

export interface FileChooserProps {
  /** The file input that a button clicks to open the chooser. */
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly label: string;
  /** Endings and media types, as HTML lists them. */
  readonly accept: string;
  readonly multiple?: boolean;
  /** Called with at least one. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** The system's chooser of files, out of sight. */
export function FileChooser({ ref, label, accept, multiple = false, onFiles }: FileChooserProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={multiple}
      accept={accept}
      aria-label={label}
      onChange={({ target }) => {
        const [first, ...more] = target.files ?? [];
        // Choosing the same file again must count as a change.
        target.value = '';
        if (first !== undefined) onFiles([first, ...more]);
      }}
    />
  );
}
