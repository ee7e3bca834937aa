/** What somebody has typed and not yet sent, by classroom: it outlives the page while the tab is open. */
const drafts = new Map<string, string>();

export const draftOf = (classroomId: string): string => drafts.get(classroomId) ?? '';

export function keepDraft(classroomId: string, text: string): void {
  if (text) drafts.set(classroomId, text);
  else drafts.delete(classroomId);
}
