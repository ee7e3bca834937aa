import { Fragment } from 'react';

import { richText } from '../format/rich-text';
import { LinkedText } from './linked-text';
import { Prose } from './prose';

/** User-written text at a readable line length: paragraphs, lists and links. Never interpreted as markup. */
export function RichText({ text }: { text: string }) {
  return (
    <Prose>
      {richText(text).map((block, index) =>
        block.kind === 'list' ? (
          <ul key={index}>
            {block.items.map((item, at) => (
              <li key={at}>
                <LinkedText text={item} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={index}>
            {block.lines.map((line, at) => (
              <Fragment key={at}>
                {at > 0 && <br />}
                <LinkedText text={line} />
              </Fragment>
            ))}
          </p>
        ),
      )}
    </Prose>
  );
}
