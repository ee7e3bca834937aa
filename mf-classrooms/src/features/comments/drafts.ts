import { holdSession, personMemory } from '@manabiba/shared/platform';

/** What somebody has typed and not yet sent, by classroom: it outlives the page while the tab is open, and goes with the person. */
const drafts = personMemory(
  () => {
    const texts = new Map<string, string>();
    return { texts, release: holdSession(() => texts.size > 0) };
  },
  ({ release }) => release(),
);

export const draftOf = (classroomId: string): string => drafts().texts.get(classroomId) ?? '';

export function keepDraft(classroomId: string, text: string): void {
  if (text) drafts().texts.set(classroomId, text);
  else drafts().texts.delete(classroomId);
}
