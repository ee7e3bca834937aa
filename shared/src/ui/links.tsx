import { linkedParts } from '../format/web-addresses';
import { TextLink } from './text-link';

/** A text with its web addresses as links that open in a new tab. */
export function Links({ text }: { text: string }) {
  return linkedParts(text).map((part, index) =>
    // The parts of a text are never reordered, so the index is a stable key.
    part.href ? (
      <TextLink key={index} href={part.href} isExternal>
        {part.text}
      </TextLink>
    ) : (
      // An element of its own: a browser that translates the page replaces text nodes.
      <span key={index}>{part.text}</span>
    ),
  );
}
