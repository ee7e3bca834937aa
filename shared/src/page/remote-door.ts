import type { ComponentType } from 'react';

/** Props of whatever fills a slot: the `params` of the host, unknown until the filler looks at them. */
export type SlotFiller = ComponentType<Record<string, unknown>>;

/** The only module that a remote exposes: how to load each of its pages and what it fills slots with. */
export interface RemoteDoor {
  pages: Record<string, () => Promise<ComponentType>>;
  slots: Record<string, () => Promise<SlotFiller>>;
}
