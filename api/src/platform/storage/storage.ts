import type { Readable } from 'node:stream';

/** The part of a file that is read: both ends are inclusive offsets in bytes. */
export interface ByteRange {
  start: number;
  end: number;
}

/** An open file. `stream` yields the requested part; `size` is the size of the whole file in bytes. */
export interface OpenFile {
  size: number;
  stream: Readable;
}

/** File storage. Keys consist of our own folders and ids, never of user input. */
export interface Storage {
  /** Writes a file atomically. */
  put(key: string, bytes: Uint8Array, mime: string): Promise<void>;
  /** Copies a file of any size from the disk. Repeating an interrupted call sends only what is still missing. */
  putFile(key: string, path: string, mime: string): Promise<void>;
  /** Returns the whole file; null when it does not exist. For small files. */
  get(key: string): Promise<Buffer | null>;
  /** Returns the size of a file in bytes; null when it does not exist. */
  sizeOf(key: string): Promise<number | null>;
  /** Opens a file, or a part of it that lies within the file; null when it does not exist. */
  open(key: string, range?: ByteRange): Promise<OpenFile | null>;
  /**
   * Returns a URL that lets anybody read the file for this long; null where the api itself serves the files: from a
   * folder, and from a bucket unless its URL says direct=on.
   */
  presign(key: string, seconds: number): Promise<string | null>;
  /** Deletes a file; a missing file is no error. */
  remove(key: string): Promise<void>;
  /** Returns the keys of all files below a folder. */
  list(folder: string): Promise<string[]>;
  /** Deletes everything below a folder, unfinished transfers included; a missing folder is no error. */
  removeFolder(folder: string): Promise<void>;
}
