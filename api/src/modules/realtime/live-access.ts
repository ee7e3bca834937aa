/** Who asks for live documents: what a verified token says, and which documents exist. */
export interface LiveReader {
  userId: string;
  claims: Readonly<Record<string, unknown>>;
  exists(path: string): boolean;
}

/** Who reads the documents of one kind. What no rule names is read by nobody. */
export interface LiveAccessRule {
  /** Where the documents lie, such as `rooms/{room}/users/{user}`. */
  documents: string;
  /** Whether the collection that they lie in may be listened to. */
  isListed: boolean;
  /** `ids` are those that the path has at the names in `documents`. */
  canRead(reader: LiveReader, ids: Readonly<Record<string, string>>): boolean;
}

/** Documents whose deletion ends what a person reads. */
export interface ReadingRight {
  documents: string;
  /** The name in `documents` at which the person's id stands. */
  person: string;
}

export interface LiveAccess {
  canGet(reader: LiveReader, path: string): boolean;
  /** `parent` is the path of the document that the collection lies in, empty at the top. */
  canList(reader: LiveReader, parent: string, collection: string): boolean;
  /** Whose reading ends with the deletion of this document. */
  readerEndedBy(path: string): string | undefined;
}

interface LiveAccessParts {
  /** Whether the session of the reader lives. Nothing is read without one. */
  hasSession: (reader: LiveReader) => boolean;
  rules: readonly LiveAccessRule[];
  rights: readonly ReadingRight[];
}

/**
 * The access rules of live documents, for the built-in engine. `deploy/firestore.rules` says the same to Cloud Firestore;
 * a test asks both about the same cases. Only the api writes.
 */
export function createLiveAccess({ hasSession, rules, rights }: LiveAccessParts): LiveAccess {
  const patterns = rules.map((rule) => ({ ...rule, steps: rule.documents.split('/') }));
  const rightPatterns = rights.map((right) => ({ ...right, steps: right.documents.split('/') }));
  return {
    canGet(reader, path) {
      if (!hasSession(reader)) return false;
      return patterns.some(({ steps, canRead }) => {
        const ids = matchSteps(steps, path.split('/'));
        return ids !== undefined && canRead(reader, ids);
      });
    },
    canList(reader, parent, collection) {
      if (!hasSession(reader)) return false;
      const path = [...(parent === '' ? [] : parent.split('/')), collection];
      return patterns.some(({ steps, isListed, canRead }) => {
        const ids = isListed ? matchSteps(steps.slice(0, -1), path) : undefined;
        return ids !== undefined && canRead(reader, ids);
      });
    },
    readerEndedBy(path) {
      for (const { steps, person } of rightPatterns) {
        const ids = matchSteps(steps, path.split('/'));
        if (ids) return ids[person];
      }
      return undefined;
    },
  };
}

/** The ids that a path has at the names of a pattern; nothing when it does not match. */
function matchSteps(pattern: readonly string[], path: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== path.length) return undefined;
  const ids: Record<string, string> = {};
  for (const [index, step] of pattern.entries()) {
    const value = path[index] ?? '';
    if (step.startsWith('{')) ids[step.slice(1, -1)] = value;
    else if (step !== value) return undefined;
  }
  return ids;
}
