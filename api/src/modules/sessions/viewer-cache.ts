import type { Authentication } from '../../access/viewer';

const MAX_ENTRIES = 20_000;

export interface ViewerCache {
  get(sessionId: string): Authentication | undefined;
  set(sessionId: string, authentication: Authentication, personId: string | null): void;
  forgetSession(sessionId: string): void;
  forgetPerson(personId: string): void;
}

/** Caches the viewer of a session for a few seconds, so that reads need no lookup in the database. */
export function createViewerCache({ ttlMs }: { ttlMs: number }): ViewerCache {
  const entries = new Map<string, { authentication: Authentication; personId: string | null; expiresAt: number }>();
  return {
    get(sessionId) {
      const entry = entries.get(sessionId);
      if (!entry) return undefined;
      if (entry.expiresAt > performance.now()) return entry.authentication;
      entries.delete(sessionId);
      return undefined;
    },
    set(sessionId, authentication, personId) {
      if (ttlMs <= 0) return;
      if (entries.size >= MAX_ENTRIES) entries.clear();
      entries.set(sessionId, { authentication, personId, expiresAt: performance.now() + ttlMs });
    },
    forgetSession: (sessionId) => {
      entries.delete(sessionId);
    },
    forgetPerson(personId) {
      for (const [sessionId, entry] of entries) if (entry.personId === personId) entries.delete(sessionId);
    },
  };
}
