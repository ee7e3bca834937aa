/** The reader of live documents: verified token claims, and a lookup of existing documents. */
export interface LiveReader {
  userId: string;
  claims: Readonly<Record<string, unknown>>;
  exists(path: string): boolean;
}

/** Read rule for one kind of document. Documents without a rule cannot be read. */
export interface LiveAccessRule {
  /** Path pattern of the documents, such as `rooms/{room}/users/{user}`. */
  documents: string;
  /** Whether clients may listen to the collection that contains them. */
  isListed: boolean;
  /** `ids` are the path segments at the placeholders in `documents`. */
  canRead(reader: LiveReader, ids: Readonly<Record<string, string>>): boolean;
}

/** Documents whose deletion revokes a person's read access. */
export interface ReadingRight {
  documents: string;
  /** The placeholder in `documents` that is the person's id. */
  person: string;
}

export interface LiveAccess {
  canGet(reader: LiveReader, path: string): boolean;
  /** `parent` is the path of the parent document, empty at the top level. */
  canList(reader: LiveReader, parent: string, collection: string): boolean;
  /** Returns the person whose read access ends with the deletion of this document. */
  readerEndedBy(path: string): string | undefined;
}

interface LiveAccessParts {
  /** Whether the reader's session is active. Nothing can be read without one. */
  hasSession: (reader: LiveReader) => boolean;
  rules: readonly LiveAccessRule[];
  rights: readonly ReadingRight[];
}

/**
 * Access rules of live documents for the built-in engine. `deploy/firestore.rules` defines the same for Cloud
 * Firestore; a test runs the same cases against both. Only the api writes.
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

/** Matches a path against a pattern and returns the ids at its placeholders, or undefined. */
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
