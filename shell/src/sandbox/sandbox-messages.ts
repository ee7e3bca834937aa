import type { BootData, DrawnPart } from '@manabiba/shared/page/boot-data';

import type { PageLocation } from '../server-render';

/** A part of another remote that a page of this release shows: what its own release draws it with. */
export interface HostedPart {
  /** Index in the request's `others`. */
  other: number;
  props: Readonly<Record<string, unknown>>;
  position: string;
}

/** What is asked of the sandbox of a release. Parts are named by their index in the lists of the request. */
export interface SandboxRequest {
  boot: BootData;
  place: PageLocation;
  /** Parts of the release. */
  parts: readonly DrawnPart[];
  /** Parts of other releases on the page: their places are left empty. */
  others: readonly DrawnPart[];
  /** Draws the first part where a page of another release shows it, and nothing else. */
  hosted?: { host: DrawnPart; props: HostedPart['props']; position: string };
  /** Whether the answer tells what the release tried to leave behind: the release gate compares it. */
  tellsState?: boolean;
}

/** What a sandbox answers, as it says: nothing of it is true because it says so. */
export interface SandboxAnswer {
  parts: { part: number; html: string }[];
  faults: { part: number; reason: string; frames: string[] }[];
  hosted: HostedPart[];
  state: string[];
}
