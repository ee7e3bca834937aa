import { GENERAL_SENTENCE } from '@manabiba/shared/contract/error-sentences';
import { toast } from '@manabiba/shared/platform';
import type { MenuAnchor } from '@manabiba/shared/ui/use-menu-trigger';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

interface LateListProps<Props> {
  isOpen: boolean;
  /** Loads the list before the menu is opened. */
  isExpected: boolean;
  load: () => Promise<ComponentType<Props>>;
  /** For the list. */
  props: Props;
}

/**
 * The list of a menu, whose code is loaded when the menu is expected to be opened, or is opened. If it cannot be
 * loaded, an open menu closes with a message, and the next click retries.
 */
export function LateList<Props extends { anchor: MenuAnchor }>({
  isOpen,
  isExpected,
  load,
  props,
}: LateListProps<Props>) {
  const [List, setList] = useState<ComponentType<Props> | null>(null);
  const isWanted = isOpen || isExpected;
  const handleFailure = useEffectEvent(() => {
    if (!isOpen) return;
    props.anchor.dismiss();
    toast.error(GENERAL_SENTENCE);
  });
  useEffect(() => {
    if (isWanted && !List) load().then((loaded) => setList(() => loaded), handleFailure);
  }, [isWanted, isOpen, List, load]);
  return isOpen && List && <List {...props} />;
}
