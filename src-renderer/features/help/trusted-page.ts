const makePolicy = () => window.trustedTypes?.createPolicy('gatehouse-help', { createHTML: (html) => html });

/** The one policy through which text becomes markup here: pages of Help were rendered when the application was built. */
let policy: ReturnType<typeof makePolicy>;

/** Draws the HTML of a page of Help into an element. Only files that the build has made may pass here. */
export function drawPage(element: HTMLElement, html: string): void {
  policy ??= makePolicy();
  element.innerHTML = policy?.createHTML(html) ?? html;
}
