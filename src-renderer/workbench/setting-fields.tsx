import { useState } from 'react';
import { toProblem } from '../api/problem.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { TextField } from '../ui/field.tsx';
import { reportProblem } from '../ui/report-problem.ts';
import { useShownSettings } from './use-settings.ts';
import './setting-fields.css';

export interface SettingProps {
  readonly pointer: string;
  readonly label: string;
  readonly help?: string;
}

function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export interface TextSettingProps extends SettingProps {
  /** Converts typed text to the value; undefined: it is invalid, `invalid` describes a valid one. */
  readonly parse?: (text: string) => unknown;
  /** How a value that is no text is shown; `parse` reads it back. */
  readonly show?: (value: unknown) => string;
  readonly invalid?: string;
  readonly isMono?: boolean;
  readonly isShort?: boolean;
  /** Asks before the value is written; false: it is not. */
  readonly onBefore?: (value: unknown) => boolean;
}

/** A setting that is typed: written when the field is left or Enter is pressed; Escape is the way back. */
export function TextSetting(props: TextSettingProps) {
  const settings = useShownSettings();
  const {
    pointer,
    label,
    help,
    parse = (text) => (text === '' ? null : text),
    show = asText,
    isMono = true,
  } = props;
  const inForce = show(settings.at(pointer));
  const [typed, setTyped] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const forget = () => {
    setTyped(null);
    setError(null);
  };
  const write = () => {
    if (typed === null || typed === inForce) return setTyped(null);
    const value = parse(typed.trim());
    if (value === undefined) return setError(props.invalid ?? label);
    if (props.onBefore?.(value) === false) return setTyped(null);
    settings.set(label, [{ pointer, value }]).then(
      () => {
        forget();
      },
      (failure: unknown) => setError(toProblem(failure).message),
    );
  };
  return (
    <div className="setting">
      <TextField
        label={label}
        value={typed ?? inForce}
        isMono={isMono}
        isShort={props.isShort === true}
        error={error}
        onChange={setTyped}
        onEnter={write}
        onLeave={write}
        onEscape={forget}
        {...(help === undefined ? {} : { help })}
      />
    </div>
  );
}

/** Reads a whole number in its bounds; an empty field is null where that is allowed. */
export function wholeNumber(min: number, max: number, isOptional = false) {
  return (text: string): unknown => {
    if (text === '') return isOptional ? null : undefined;
    const value = Number(text.replaceAll(/[\s,]/g, ''));
    return Number.isInteger(value) && value >= min && value <= max ? value : undefined;
  };
}

/** Reads names that spaces or commas divide, as a list. */
export function nameList(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

/** A setting that holds or does not: written at once. */
export function CheckSetting({ pointer, label, help }: SettingProps) {
  const settings = useShownSettings();
  const write = (isOn: boolean) => {
    settings.set(label, [{ pointer, value: isOn }]).catch(reportProblem);
  };
  return (
    <div className="setting">
      <Checkbox label={label} isChecked={settings.at(pointer) === true} onChange={write} />
      {help === undefined ? null : <p className="help">{help}</p>}
    </div>
  );
}
