import type { RenderedPart } from '@manabiba/shared/page/boot-data';
import * as z from 'zod/mini';

import type { SandboxAnswer } from '../../../src/sandbox/sandbox-messages';

/** A part of a page with the file of the release that renders it. */
export interface PartToRender extends RenderedPart {
  version: string;
  /** Path of the file. */
  file: string;
  /** Digest that the file must have. */
  integrity: string;
}

/** A part of a release that could not be rendered. */
export interface PartFault extends RenderedPart {
  version: string;
  reason: string;
  /** Positions in the files of releases, when an error was thrown as the part was loaded. */
  frames?: readonly string[];
}

/**
 * Messages from the web server to a sandbox, one line of JSON each. The request of a page is the line after it: as a
 * text in the message it would be escaped and parsed once more.
 */
export type SandboxCommand =
  | { kind: 'start'; renderer: string }
  | { kind: 'install'; text: string; name: string }
  | { kind: 'render'; id: number };

/** Messages from a sandbox process, one line of JSON each. The answer is the line after its message. */
export type SandboxReport =
  | { kind: 'ready' }
  | { kind: 'answer'; id: number }
  | { kind: 'failed'; id: number; reason: string };

const sandboxReport = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('answer'), id: z.int() }),
  z.strictObject({ kind: z.literal('failed'), id: z.int(), reason: z.string() }),
]);

const index = z.int().check(z.nonnegative());
const shortText = z.string().check(z.maxLength(1000));
const list = <T extends z.core.$ZodType>(item: T) => z.array(item).check(z.maxLength(200));

const sandboxAnswer = z.strictObject({
  parts: list(z.strictObject({ part: index, html: z.string() })),
  faults: list(
    z.strictObject({
      part: index,
      reason: z.pipe(
        z.string(),
        z.transform((text) => text.slice(0, 1000)),
      ),
      frames: list(z.string().check(z.regex(/^[\w-]+-on-server\/[\w-]+\/[\w.-]+\.cjs:\d+:\d+$/), z.maxLength(300))),
    }),
  ),
  hosted: list(
    z.strictObject({
      other: index,
      props: z.record(z.string(), z.unknown()),
      position: z.string().check(z.regex(/^[01]*$/), z.maxLength(2000)),
    }),
  ),
  state: list(shortText),
});

/** Parses a line from the sandbox process. Null for anything other than a report. */
export const readReport = (line: string): SandboxReport | null => parsed(line, sandboxReport);

/** Parses the answer of a release's code. Null for anything other than an answer. */
export const readAnswer = (text: string): SandboxAnswer | null => parsed(text, sandboxAnswer);

function parsed<T>(text: string, schema: z.ZodMiniType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export const markOf = ({ remote, kind, key, version }: RenderedPart & { version: string }) =>
  `${remote}/${kind}/${key}@${version}`;
