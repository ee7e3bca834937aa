import { linkedParts } from '@manabiba/shared/format/rich-text';
import { TextLink } from '@manabiba/shared/ui/text-link';

/** The text of a comment, with URLs as links that open in a new tab. */
export function CommentText({ text }: { text: string }) {
  return linkedParts(text).map((part, index) =>
    // The parts of a text never change order.
    part.href ? (
      <TextLink key={index} href={part.href} isExternal>
        {part.text}
      </TextLink>
    ) : (
      part.text
    ),
  );
}
