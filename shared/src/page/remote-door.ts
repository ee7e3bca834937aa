import type { ComponentType } from 'react';

import type { SlotName, SlotParams } from './slots';

/** A loaded remote as the shell sees it, without the types of the slot table. */
export type RemoteComponent = ComponentType<Record<string, unknown>>;

/** The only module that a remote exposes: the loaders of its pages and slots. */
export interface RemoteDoor {
  pages: Record<string, () => Promise<ComponentType>>;
  slots: { [Name in SlotName]?: () => Promise<ComponentType<SlotParams<Name>>> };
}
