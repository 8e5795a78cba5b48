import { createContext, useContext } from 'react';
import type { Form } from './use-form.ts';

/** A registration under edit, and what follows when it is copied or removed. */
export interface FormUnderEdit {
  readonly form: Form;
  readonly onDuplicate: () => void;
  readonly onRemoved: () => void;
}

export const FormContext = createContext<FormUnderEdit | null>(null);

/** The registration whose form a part of the screen belongs to. */
export function useFormUnderEdit(): FormUnderEdit {
  const edited = useContext(FormContext);
  if (edited === null) throw new Error('useFormUnderEdit needs a FormContext above it');
  return edited;
}
