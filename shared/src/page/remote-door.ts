import type { ComponentType } from 'react';

import type { SlotName, SlotParams } from './slots';

/** What the shell draws of a remote once it is loaded; by then the types of the table of slots are gone. */
export type RemoteComponent = ComponentType<Record<string, unknown>>;

/** The only module that a remote exposes: how to load each of its pages, and what it fills each slot with. */
export interface RemoteDoor {
  pages: Record<string, () => Promise<ComponentType>>;
  slots: { [Name in SlotName]?: () => Promise<ComponentType<SlotParams<Name>>> };
}
