import type { Query } from '../query/query';
import type { StoredDocument } from '../store/document';
import type { Write } from '../store/write';

/** Who asks. */
export type Caller =
  | { readonly kind: 'server' }
  | {
      readonly kind: 'user';
      readonly uid: string;
      readonly claims: Readonly<Record<string, unknown>>;
      readonly expiresAt: number;
    }
  | { readonly kind: 'anonymous' }
  /** Somebody with a token that is no good: gets nothing, not even what is open to all. */
  | { readonly kind: 'refused' };

/** What is asked for, told to the authorize hook. Paths lie below the database's documents: `rooms/r1`. */
export type AccessRequest = {
  readonly caller: Exclude<Caller, { kind: 'server' | 'refused' }>;
  readonly documents: DocumentReader;
} & (
  | { readonly operation: 'get'; readonly path: string }
  | { readonly operation: 'list' | 'aggregate'; readonly query: Query }
  | { readonly operation: 'listen'; readonly path: string; readonly query?: undefined }
  | { readonly operation: 'listen'; readonly query: Query; readonly path?: undefined }
  | { readonly operation: 'listCollections'; readonly parent: string }
  | {
      readonly operation: 'write';
      readonly path: string;
      readonly write: Write;
      readonly before: StoredDocument | undefined;
    }
);

/** A kind of access that rules decide on. */
export type Operation = AccessRequest['operation'];

/**
 * Says whether a caller may ask for a kind of operation at all, whatever the document. Called before a request is read:
 * who may do nothing costs nothing. Who may not write sends small requests only and holds no locks.
 */
export type Permits = (caller: AccessRequest['caller'], operation: Operation) => boolean;

/** Looks into the documents as they are, for rules that stand on other documents. */
export interface DocumentReader {
  get(path: string): StoredDocument | undefined;
}

/**
 * Says whether a caller may do something. Called before every operation of everybody but the server, and again for
 * everything that somebody listens to while the stream lives. An error counts as no.
 */
export type Authorize = (request: AccessRequest) => boolean | Promise<boolean>;
