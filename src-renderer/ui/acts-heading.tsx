import { strings } from '../words/strings.ts';

/** The heading of a column of buttons, which only a screen reader needs. */
export function ActsHeading() {
  return (
    <th scope="col">
      <span className="vh">{strings.home.acts}</span>
    </th>
  );
}
