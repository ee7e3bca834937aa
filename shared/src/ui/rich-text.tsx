import { Fragment } from 'react';

import { type Inline, richText } from '../format/rich-text';
import { Prose } from './prose';
import { TextLink } from './text-link';

function Line({ parts }: { parts: Inline[] }) {
  return parts.map((part, index) => (
    // The parts of a text are never reordered, so the index is a stable key.
    <Fragment key={index}>
      {part.href ? (
        <TextLink href={part.href} isExternal>
          {part.text}
        </TextLink>
      ) : (
        part.text
      )}
    </Fragment>
  ));
}

/** User-written text at a readable line length: paragraphs, lists and links. Never interpreted as markup. */
export function RichText({ text }: { text: string }) {
  return (
    <Prose>
      {richText(text).map((block, index) =>
        block.kind === 'list' ? (
          <ul key={index}>
            {block.items.map((item, at) => (
              <li key={at}>
                <Line parts={item} />
              </li>
            ))}
          </ul>
        ) : (
          <p key={index}>
            {block.lines.map((line, at) => (
              <Fragment key={at}>
                {at > 0 && <br />}
                <Line parts={line} />
              </Fragment>
            ))}
          </p>
        ),
      )}
    </Prose>
  );
}
