/** The places of a page that people act on, as they are at one moment. */

/** Where an element is: an element of a document that is gone is never mistaken for one of the next. */
export interface ElementPlace {
  readonly frame: string;
  /** Changes with each document that the frame loads. */
  readonly document: string;
  readonly index: number;
}

/** A field, a button or a link. */
export interface SeenElement {
  readonly index: number;
  readonly kind: 'field' | 'check' | 'button' | 'link';
  /** Of an input its type, else the name of the element. */
  readonly type: string;
  readonly autocomplete: string;
  /** `name` and `id`, in lower case. */
  readonly names: string;
  /** Its own words: labels, placeholder, title; of a button its text. */
  readonly label: string;
  readonly inputMode: string;
  /** Most characters that it takes; -1: as many as one likes. */
  readonly maxLength: number;
  /** Number of its form in the frame; -1: it belongs to none. */
  readonly form: number;
  /** Where its form goes; empty: it belongs to none. */
  readonly action: string;
  /** A person could see it: it is neither off the page, nor transparent, nor hidden from those who cannot see. */
  readonly isVisible: boolean;
  readonly isEnabled: boolean;
  readonly isChecked: boolean;
  readonly isRequired: boolean;
  readonly isSubmit: boolean;
  /** Length of its value, in UTF-16 code units. */
  readonly filled: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A document in the page: that of the page itself, or of a frame in it. */
export interface SeenFrame {
  readonly frame: string;
  readonly document: string;
  readonly url: string;
  /** `null` in a frame that belongs to nobody. */
  readonly origin: string;
  readonly title: string;
  readonly isLoading: boolean;
  /** A frame that nobody can see holds nothing that is meant for people. */
  readonly isVisible: boolean;
  readonly headings: readonly string[];
  /** Texts by which a page says that something is wrong. */
  readonly alerts: readonly string[];
  /** The beginning of its text. */
  readonly text: string;
  /** Addresses of the frames in it that can be seen and are no mere badge. */
  readonly frames: readonly string[];
  readonly elements: readonly SeenElement[];
}

/** A whole page, its own document first. */
export interface SeenPage {
  readonly frames: readonly SeenFrame[];
}
