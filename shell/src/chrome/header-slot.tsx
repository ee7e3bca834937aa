import type { SlotName } from '@manabiba/shared/page/slots';
import { type ReactNode, useEffect, useState } from 'react';

import { FailedInHeader, SlowInHeader } from '../remotes/part-messages';
import { RemotePart } from '../remotes/remote-part';
import { useRegistry, useRemotes } from '../remotes/remotes-context';

interface HeaderSlotProps {
  name: SlotName;
  label: string;
  /** Stands there until the slot has loaded, and when nobody fills it. */
  fallback: ReactNode;
  /** Stands there instead of the message when the slot fails. */
  failed?: ReactNode;
}

/** A slot of the header. It loads after the content: what a page is about comes first. */
export function HeaderSlot({ name, label, fallback, failed }: HeaderSlotProps) {
  const remotes = useRemotes();
  useRegistry();
  const isTurn = useContentHasLoaded();
  const fillers = remotes.fillers(name);
  if (!isTurn || fillers.length === 0) return fallback;
  return fillers.map((part) => (
    <RemotePart
      key={part.remote}
      name={part}
      label={label}
      skeleton={fallback}
      Slow={SlowInHeader}
      Failed={failed === undefined ? FailedInHeader : () => failed}
    />
  ));
}

/** True once, after the first page of this visit, the code of its content is there or has failed. */
export function useContentHasLoaded(): boolean {
  const remotes = useRemotes();
  const [hasLoaded, setHasLoaded] = useState(false);
  useEffect(() => {
    if (hasLoaded) return undefined;
    const look = () => {
      if (!remotes.isLoading) setHasLoaded(true);
    };
    look();
    return remotes.subscribe(look);
  }, [remotes, hasLoaded]);
  return hasLoaded;
}
