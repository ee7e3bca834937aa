import type { Query } from '../query/query';
import type { StoredDocument } from '../store/document';
import type { Write } from '../store/write';

/** The caller of a request. */
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

/** A request passed to the authorize hook. Paths are relative to the database's documents: `rooms/r1`. */
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

/** An operation that rules decide on. */
export type Operation = AccessRequest['operation'];

/**
 * Decides whether a caller may use an operation at all, for any document. Called before a request is read, so that
 * callers without rights cost nothing. A caller without write access can send only small requests and holds no locks.
 */
export type Permits = (caller: AccessRequest['caller'], operation: Operation) => boolean;

/** Reads current documents, for rules that depend on other documents. */
export interface DocumentReader {
  get(path: string): StoredDocument | undefined;
}

/**
 * Decides whether a caller may perform an operation. Called before every operation of all callers except the server,
 * and again for everything they listen to while the stream is open. An error denies access.
 */
export type Authorize = (request: AccessRequest) => boolean | Promise<boolean>;
