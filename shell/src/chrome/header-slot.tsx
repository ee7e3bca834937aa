import type { SlotName } from '@manabiba/shared/page/slots';
import { type ReactNode, useEffect, useState } from 'react';

import { FailedInHeader, SlowInHeader } from '../remotes/part-messages';
import { RemotePart } from '../remotes/remote-part';
import { useRegistry, useRemotes } from '../remotes/remotes-context';

interface HeaderSlotProps {
  name: SlotName;
  label: string;
  /** Shown until the slot has loaded. */
  fallback: ReactNode;
  /** Shown instead of the error message when the slot fails, and when no remote fills it. */
  failed?: ReactNode;
}

/** A slot of the header. It loads after the content, because the content comes first. */
export function HeaderSlot({ name, label, fallback, failed }: HeaderSlotProps) {
  const remotes = useRemotes();
  useRegistry();
  const isTurn = useContentHasLoaded();
  const fillers = remotes.fillers(name);
  if (fillers.length === 0) return failed;
  if (!isTurn) return fallback;
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

/** True once the code of the first page's content has loaded or failed; stays true for this visit. */
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
