/** The target of an invitation: the classroom and its key. */
export interface Invitation {
  classroomId: string;
  key: string;
}

/**
 * Parses a pasted invitation URL. Accepts only this product's own origin; otherwise the field would be an open
 * redirect. Returns null for anything that is not an invitation.
 */
export function readInvitation(text: string, origin: string): Invitation | null {
  const address = text.trim();
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.origin !== origin) return null;
  const [, classroomId] = /^\/classrooms\/([A-Za-z0-9_-]{1,64})\/?$/.exec(url.pathname) ?? [];
  const key = url.searchParams.get('key');
  return classroomId && key ? { classroomId, key } : null;
}
