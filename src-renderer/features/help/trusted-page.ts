/** The one policy through which text becomes markup here: pages of Help were rendered when the application was built. */
const makePolicy = () => window.trustedTypes?.createPolicy('gatehouse-help', { createHTML: (html) => html });

/** Draws the HTML of a page of Help into an element. Only files that the build has made may pass here. */
export function drawPage(element: HTMLElement, html: string): void {
  element.innerHTML = makePolicy()?.createHTML(html) ?? html;
}
