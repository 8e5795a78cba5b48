import { Button } from 'react-aria-components/Button';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { buttonClass } from '../../ui/button.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';

const messages = sharedMessages.workspace;

/** The bytes of a file in Base64. */
export async function zipBase64(file: File): Promise<string> {
  return new Uint8Array(await file.arrayBuffer()).toBase64();
}

export interface ZipFieldProps {
  readonly file: File | null;
  readonly onChange: (file: File) => void;
}

/** The zip to import. */
export function ZipField({ file, onChange }: ZipFieldProps) {
  return (
    <div className="field">
      <span className="label">{messages.zip}</span>
      <span className="row">
        <FileTrigger
          acceptedFileTypes={['.zip', 'application/zip']}
          onSelect={(files) => {
            const chosen = files?.[0];
            if (chosen !== undefined) onChange(chosen);
          }}
        >
          <Button className={buttonClass('quiet')}>{messages.chooseZip}</Button>
        </FileTrigger>
        <span className="mono clip">{file?.name ?? messages.noZip}</span>
      </span>
    </div>
  );
}
