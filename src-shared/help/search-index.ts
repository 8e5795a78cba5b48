/** Options of the search index, which is made when the application is built and loaded where a person searches. */
export const indexOptions = {
  fields: ['heading', 'page', 'text'],
  storeFields: ['heading', 'page'],
};

/** A section of a page as the search finds it. */
export interface HelpHit {
  /** The page, and behind `#` the anchor of the section, if it is not the whole page. */
  readonly id: string;
  readonly heading: string;
  /** Title of the page. */
  readonly page: string;
}

/** A section as it is indexed. */
export interface IndexedPart extends HelpHit {
  readonly text: string;
}

/** Files that the build makes for Help, below `/help/` of the page's origin. */
export const helpFiles = {
  contents: 'contents.json',
  index: 'index.json',
  page: (id: string) => `${id}.html`,
};
