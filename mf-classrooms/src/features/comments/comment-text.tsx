import { linkedParts } from '@manabiba/shared/format/rich-text';
import { TextLink } from '@manabiba/shared/ui/text-link';

/** What somebody wrote, with its addresses as links that open beside the page. */
export function CommentText({ text }: { text: string }) {
  return linkedParts(text).map((part, index) =>
    // The parts of a text never change places.
    part.href ? (
      <TextLink key={index} href={part.href} isExternal>
        {part.text}
      </TextLink>
    ) : (
      part.text
    ),
  );
}
