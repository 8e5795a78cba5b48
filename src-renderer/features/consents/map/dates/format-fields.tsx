import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { DateSurvey } from '#shared/consents/index.ts';
import { importMessages } from '../../words.ts';
import { formatOptions, ownFormatId } from './format-label.ts';

const messages = importMessages.imports.map;

/** Formats that are tried one after the other. */
const maxFormats = 5;

interface FormatFieldProps {
  readonly survey: DateSurvey;
  /** null: none was chosen or found yet. */
  readonly format: string | null;
  readonly label: string;
  readonly isLocked: boolean;
  readonly onChange: (format: string) => void;
  /** Absent: it cannot be taken away. */
  readonly onRemove?: (() => void) | undefined;
}

function FormatField({ survey, format, label, isLocked, onChange, onRemove }: FormatFieldProps) {
  const [isOwn, setIsOwn] = useState(false);
  const options = formatOptions(survey);
  const isPattern = isOwn || (format !== null && !options.some(({ id }) => id === format));
  return (
    <>
      <span className="row tight imp-format">
        <Select
          label={label}
          options={options}
          value={isPattern ? ownFormatId : format}
          mono
          disabled={isLocked}
          onChange={(id) => {
            setIsOwn(id === ownFormatId);
            onChange(id === ownFormatId ? (format ?? 'yyyy-MM-dd') : id);
          }}
        />
        {onRemove === undefined || isLocked ? null : (
          <SmallGhostButton icon={X} label={messages.removeFormat(format ?? '')} onPress={onRemove} />
        )}
      </span>
      {isPattern ? (
        <TextField
          label={messages.pattern}
          value={format ?? ''}
          isMono
          isReadOnly={isLocked}
          help={messages.patternHelp}
          onChange={(pattern) => {
            if (pattern !== '') onChange(pattern);
          }}
        />
      ) : null}
    </>
  );
}

interface FormatFieldsProps {
  readonly survey: DateSurvey;
  readonly formats: readonly string[] | null;
  readonly isLocked: boolean;
  readonly onFormats: (formats: readonly string[]) => void;
}

/** The formats of a column, in the order in which they are tried. */
export function FormatFields({ survey, formats, isLocked, onFormats }: FormatFieldsProps) {
  const shown = formats ?? [null];
  const free = survey.candidates.find(({ format }) => formats?.includes(format) !== true);
  return (
    <>
      {shown.map((format, index) => (
        <FormatField
          key={index}
          survey={survey}
          format={format}
          label={index === 0 ? messages.format : messages.furtherFormat}
          isLocked={isLocked}
          onChange={(chosen) =>
            onFormats([...new Set(shown.flatMap((each, at) => (at === index ? [chosen] : (each ?? []))))])
          }
          onRemove={
            index === 0 || formats === null
              ? undefined
              : () => onFormats(formats.filter((_, at) => at !== index))
          }
        />
      ))}
      {formats === null || formats.length >= maxFormats || isLocked ? null : (
        <SmallGhostButton
          icon={Plus}
          onPress={() => onFormats([...new Set([...formats, free?.format ?? 'yyyy-MM-dd'])])}
        >
          {messages.addFormat}
        </SmallGhostButton>
      )}
    </>
  );
}
