import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Link2 } from 'lucide-react';
import { useState } from 'react';

import styles from './calendar-feed.module.css';

const loadDialog = () => import('./feed-dialog').then(({ FeedDialog }) => FeedDialog);

/** Opens the dialog for the user's calendar feed. On phones it is an icon. */
export function SubscribeButton() {
  const { component: FeedDialog, isLoading, fetch } = useLazyComponent(loadDialog);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        className={styles.subscribe}
        icon={<Icon icon={Link2} />}
        isLoading={isLoading}
        onClick={() => void fetch().then(setIsOpen)}
      >
        <span className={styles.words}>予定表を購読</span>
      </Button>
      {FeedDialog && isOpen && <FeedDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
