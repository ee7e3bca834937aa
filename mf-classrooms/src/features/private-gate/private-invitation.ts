/** Where an invitation leads: the classroom and the key that opens it. */
export interface Invitation {
  classroomId: string;
  key: string;
}

/**
 * Reads an invitation URL that somebody pasted. Only this product's own addresses count: anything else would make the
 * field a way to send people elsewhere. Null when it is not an invitation.
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
