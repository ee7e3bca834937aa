import { jaModel, Parser } from 'budoux';
import { Fragment, type ReactNode } from 'react';

const parser = new Parser(jaModel);

/** Text with a break opportunity after each phrase, and nowhere else unless a phrase is longer than the line. */
export function breakPhrases(text: string): ReactNode {
  return (
    <span style={{ wordBreak: 'keep-all', overflowWrap: 'anywhere' }}>
      {parser.parse(text).map((phrase, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {/* An element of its own, as all text in a list: a browser that translates the page replaces text nodes. */}
          <span>{phrase}</span>
        </Fragment>
      ))}
    </span>
  );
}
