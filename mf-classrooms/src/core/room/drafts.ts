import { holdSession, personMemory } from '@manabiba/shared/platform';

/** Unsent text by classroom, or another key of what is written there: kept across pages while the tab is open, and cleared when the user changes. */
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
