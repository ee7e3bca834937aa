import type { BootData, DrawnPart } from '@manabiba/shared/page/boot-data';

import type { PageLocation } from '../../src/server-render';

/** A part of a page with the file of the release that draws it. */
export interface PartToDraw extends DrawnPart {
  version: string;
  /** Path of the file. */
  file: string;
  /** Digest that the file must have. */
  integrity: string;
}

/** What the web server asks of a renderer process. */
export interface DrawRequest {
  id: number;
  boot: BootData;
  place: PageLocation;
  parts: readonly PartToDraw[];
  /** Whether the answer tells what has been left in the process: the release gate compares it. */
  tellsState?: boolean;
}

/** A part of a release that could not be drawn. */
export interface PartFault extends DrawnPart {
  version: string;
  reason: string;
  /** Positions in the files of releases, when an error was thrown as the part was loaded. */
  frames?: readonly string[];
}

/** What a renderer process answers. */
export type RendererAnswer =
  | { kind: 'ready' }
  | { kind: 'page'; id: number; html: string; drawn: DrawnPart[]; faults: PartFault[]; state?: readonly string[] }
  | { kind: 'failed'; id: number; error: string };

/** File descriptor on which a renderer process writes which part it begins to draw, one per line. */
export const MARKS = 3;

/** A part of a release in one line: `mf-events/pages/events@1.0.0-abcd1234`. */
export const markOf = ({ remote, kind, key, version }: DrawnPart & { version: string }) =>
  `${remote}/${kind}/${key}@${version}`;

/** Reads the line that `markOf` writes. */
export function partOfMark(mark: string): (DrawnPart & { version: string }) | null {
  const [, remote, kind, key, version] = /^([\w-]+)\/(pages|slots)\/([\w-]+)@(.+)$/.exec(mark) ?? [];
  return remote && kind && key && version ? { remote, kind: kind as DrawnPart['kind'], key, version } : null;
}
