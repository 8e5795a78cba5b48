/** A page of the documentation: its path in docs without the extension, and its title. */
export interface HelpEntry {
  readonly id: string;
  readonly title: string;
}

/** Pages of one kind, under their heading. */
export interface HelpSection {
  readonly title: string;
  readonly pages: readonly HelpEntry[];
}
