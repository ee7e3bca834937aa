import type { BootData, RenderedPart } from '@manabiba/shared/page/boot-data';

import type { PageLocation } from '../server-render';

/** A part of another remote in a page of this release, with what its own release needs to render it. */
export interface HostedPart {
  /** Index in the request's `others`. */
  other: number;
  props: Readonly<Record<string, unknown>>;
  position: string;
}

/** A request to the sandbox of a release. Parts are referred to by their index in the lists of the request. */
export interface SandboxRequest {
  boot: BootData;
  location: PageLocation;
  /** Parts of the release. */
  parts: readonly RenderedPart[];
  /** Parts of other releases on the page: their slots are left empty. */
  others: readonly RenderedPart[];
  /** Renders only the first part, where a page of another release shows it. */
  hosted?: { host: RenderedPart; props: HostedPart['props']; position: string };
  /** Whether the answer reports what the release tried to leave behind: the release gate compares it. */
  reportsState?: boolean;
}

/** The answer of a sandbox. None of it is trusted. */
export interface SandboxAnswer {
  parts: { part: number; html: string }[];
  faults: { part: number; reason: string; frames: string[] }[];
  hosted: HostedPart[];
  state: string[];
}
