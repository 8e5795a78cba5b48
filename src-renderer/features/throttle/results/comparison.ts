/** The source of a second policy; null: none is compared. */
export type Comparison =
  | { readonly kind: 'saved' }
  | { readonly kind: 'route'; readonly file: string }
  /** The marked simulation: nothing is simulated for it. */
  | { readonly kind: 'marked' }
  | null;
