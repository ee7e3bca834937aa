import { Icon } from '@manabiba/shared/ui/icon';
import { MessageCircle, ThumbsUp } from 'lucide-react';
import { useState } from 'react';

import { StageControl } from './stage-control';

import styles from './room-stage.module.css';

/** What phones in landscape show only on request, because the stage needs their height. */
export interface Sideways {
  /** Whether the side panel and the header are shown. */
  hasPanel: boolean;
  hasReactions: boolean;
  togglePanel: () => void;
  toggleReactions: () => void;
}

/** Without voice and video, everything is shown at first: comments and reactions are what such a room is for. */
export function useSideways(hasMedia: boolean): Sideways {
  const [hasPanel, setPanel] = useState(!hasMedia);
  const [hasReactions, setReactions] = useState(!hasMedia);
  return {
    hasPanel,
    hasReactions,
    togglePanel: () => setPanel(!hasPanel),
    toggleReactions: () => setReactions(!hasReactions),
  };
}

/** The controls that show and hide it. Everywhere else the style hides them. */
export const SidewaysControls = ({ hasPanel, hasReactions, togglePanel, toggleReactions }: Sideways) => (
  <>
    <StageControl
      icon={<Icon icon={ThumbsUp} />}
      className={styles.sidewaysOnly}
      isExpanded={hasReactions}
      onClick={toggleReactions}
    >
      リアクション
    </StageControl>
    <StageControl
      icon={<Icon icon={MessageCircle} />}
      className={styles.sidewaysOnly}
      isExpanded={hasPanel}
      onClick={togglePanel}
    >
      コメント
    </StageControl>
  </>
);
