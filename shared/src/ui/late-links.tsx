import { type FunctionComponent, lazy } from 'react';

type Text = FunctionComponent<{ text: string }>;

const Plain: Text = ({ text }) => <span>{text}</span>;

/**
 * Links whose code loads once the page is there: finding addresses in Japanese prose takes 5 KB, and few texts have one.
 * A text stays readable when the code cannot be loaded. The server renders late-links.server.tsx.
 */
export const LateLinks = lazy(() =>
  import(/* webpackChunkName: "links" */ './links').then(
    ({ Links }): { default: Text } => ({ default: Links }),
    () => ({ default: Plain }),
  ),
);
