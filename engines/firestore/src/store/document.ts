import { type FieldPath, projectFields } from '../paths/field-path';
import { formatMicros } from '../values/timestamps';
import type { Fields } from '../values/value';

/**
 * Serializes to ASCII JSON, which has the same length in bytes, UTF-16 units and characters and contains no lone
 * surrogate that an encoder would replace.
 */
export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  return /[\u007f-\uffff]/.test(json)
    ? json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json;
}

/** Converts a version to a protocol timestamp. Versions are microseconds since 1970. */
export const versionTime = (version: number) => formatMicros(BigInt(version));

/** One immutable version of a document; holding a reference is holding a snapshot. */
export class StoredDocument {
  #json: string | undefined;
  #fieldsJson: string | undefined;
  #size: number | undefined;

  constructor(
    /** The path below the database's documents: `rooms/r1/users/u1`. */
    readonly path: string,
    readonly fields: Fields,
    readonly createVersion: number,
    readonly updateVersion: number,
  ) {}

  /** Returns the fields as ASCII JSON, serialized once. */
  fieldsJson(): string {
    this.#fieldsJson ??= asciiJson(this.fields);
    this.#size = this.#fieldsJson.length;
    return this.#fieldsJson;
  }

  /** The size of the fields as JSON, in bytes. */
  get size(): number {
    return this.#size ?? this.fieldsJson().length;
  }

  /** Drops the cached JSON, which can be rebuilt: past versions are seldom read. */
  forgetTexts(): void {
    this.#size = this.size;
    this.#json = this.#fieldsJson = undefined;
  }

  /**
   * Returns the document as protocol ASCII JSON below the root `projects/p/databases/d/documents`, serialized once for
   * all readers.
   */
  json(root: string): string {
    this.#json ??= this.#write(root, this.fieldsJson());
    return this.#json;
  }

  /** Returns the same JSON restricted to some of the fields. */
  jsonWith(root: string, projection: readonly FieldPath[] | undefined): string {
    return projection === undefined
      ? this.json(root)
      : this.#write(root, asciiJson(projectFields(this.fields, projection)));
  }

  #write(root: string, fieldsJson: string): string {
    return `{"name":${asciiJson(`${root}/${this.path}`)},"fields":${fieldsJson},"createTime":"${versionTime(this.createVersion)}","updateTime":"${versionTime(this.updateVersion)}"}`;
  }
}
