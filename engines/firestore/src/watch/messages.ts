import type { FieldPath } from '../paths/field-path';
import type { StatusError } from '../status';
import { asciiJson, type StoredDocument, versionTime } from '../store/document';
import type { ResumeTokens } from './resume-tokens';

/** How one document of a target changed, in protocol terms. */
export type DocumentEvent =
  | { readonly kind: 'changed' | 'left'; readonly document: StoredDocument }
  | { readonly kind: 'gone'; readonly path: string };

/** Builds messages of the Listen stream: ASCII JSON, each wrapped in the array in which a channel carries it. */
export class ListenMessages {
  #snapshot = { version: -1, text: '' };

  constructor(
    private readonly root: string,
    private readonly tokens: ResumeTokens,
  ) {}

  document(event: DocumentEvent, targetId: number, version: number, projection?: readonly FieldPath[]): string {
    switch (event.kind) {
      case 'changed':
        return `[{"documentChange":{"document":${event.document.jsonWith(this.root, projection)},"targetIds":[${targetId}]}}]`;
      case 'left':
        return `[{"documentChange":{"document":${event.document.jsonWith(this.root, projection)},"removedTargetIds":[${targetId}]}}]`;
      case 'gone':
        return `[{"documentDelete":{"document":${asciiJson(`${this.root}/${event.path}`)},"readTime":"${versionTime(version)}","removedTargetIds":[${targetId}]}}]`;
    }
  }

  added(targetId: number): string {
    return `[{"targetChange":{"targetChangeType":"ADD","targetIds":[${targetId}]}}]`;
  }

  /** Makes the client drop its state of the target; all of it is sent again. */
  reset(targetId: number): string {
    return `[{"targetChange":{"targetChangeType":"RESET","targetIds":[${targetId}]}}]`;
  }

  current(targetId: number, version: number): string {
    return `[{"targetChange":{"targetChangeType":"CURRENT","targetIds":[${targetId}],"resumeToken":"${this.tokens.write(version)}","readTime":"${versionTime(version)}"}}]`;
  }

  /**
   * Marks all targets of the stream as complete up to this version; only then does the client show what has arrived.
   */
  snapshot(version: number): string {
    if (this.#snapshot.version !== version) this.#snapshot = { version, text: this.#writeSnapshot(version) };
    return this.#snapshot.text;
  }

  #writeSnapshot(version: number): string {
    return `[{"targetChange":{"targetChangeType":"NO_CHANGE","targetIds":[],"resumeToken":"${this.tokens.write(version)}","readTime":"${versionTime(version)}"}}]`;
  }

  /** The number of documents in the target; a client with a different number starts over. */
  count(targetId: number, count: number): string {
    return `[{"filter":{"targetId":${targetId},"count":${count}}}]`;
  }

  removed(targetId: number, cause?: StatusError): string {
    const why = cause ? `,"cause":${asciiJson({ code: cause.code, message: cause.message })}` : '';
    return `[{"targetChange":{"targetChangeType":"REMOVE","targetIds":[${targetId}]${why}}}]`;
  }
}
