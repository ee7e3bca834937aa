import { type FieldPath, projectFields } from '../paths/field-path';
import { formatMicros } from '../values/timestamps';
import type { Fields } from '../values/value';

/** JSON in ASCII: the same length in bytes, in UTF-16 units and in characters, and no lone surrogate that an encoder replaces. */
export function asciiJson(value: unknown): string {
  const json = JSON.stringify(value);
  return /[\u007f-\uffff]/.test(json)
    ? json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    : json;
}

/** A version as a time of the protocol. Versions are microseconds since 1970. */
export const versionTime = (version: number) => formatMicros(BigInt(version));

/** One version of a document; never changed, so that whoever holds it holds a snapshot. */
export class StoredDocument {
  #json: string | undefined;
  #fieldsJson: string | undefined;
  #size: number | undefined;

  constructor(
    /** Below the database's documents: `rooms/r1/users/u1`. */
    readonly path: string,
    readonly fields: Fields,
    readonly createVersion: number,
    readonly updateVersion: number,
  ) {}

  /** The fields alone in ASCII JSON, written once. */
  fieldsJson(): string {
    this.#fieldsJson ??= asciiJson(this.fields);
    this.#size = this.#fieldsJson.length;
    return this.#fieldsJson;
  }

  /** How long the fields are in JSON, in bytes. */
  get size(): number {
    return this.#size ?? this.fieldsJson().length;
  }

  /** Lets go of the texts, which can be written again: a version of the past is seldom read. */
  forgetTexts(): void {
    this.#size = this.size;
    this.#json = this.#fieldsJson = undefined;
  }

  /** The document in the protocol's ASCII JSON below the root `projects/p/databases/d/documents`, written once for all readers. */
  json(root: string): string {
    this.#json ??= this.#write(root, this.fieldsJson());
    return this.#json;
  }

  /** The same with some of its fields only. */
  jsonWith(root: string, projection: readonly FieldPath[] | undefined): string {
    return projection === undefined
      ? this.json(root)
      : this.#write(root, asciiJson(projectFields(this.fields, projection)));
  }

  #write(root: string, fieldsJson: string): string {
    return `{"name":${asciiJson(`${root}/${this.path}`)},"fields":${fieldsJson},"createTime":"${versionTime(this.createVersion)}","updateTime":"${versionTime(this.updateVersion)}"}`;
  }
}
