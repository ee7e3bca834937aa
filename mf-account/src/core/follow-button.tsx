import type { User } from '@manabiba/shared/contract/users';
import { isSignedIn, Link, useIntentLink, useMe } from '@manabiba/shared/platform';
import { Button, buttonClass, type ButtonSize } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Check } from 'lucide-react';
import { useState } from 'react';

import { useFollow } from './use-follow';

import styles from './follow-button.module.css';

interface FollowButtonProps {
  user: User;
  size?: ButtonSize;
  /** Whether this is the primary action of the page. */
  isMain?: boolean;
}

/**
 * The フォローする button, or フォロー中, which changes to フォローを解除 on hover or focus. Renders nothing for users who cannot be
 * followed.
 */
export function FollowButton({ user, size = 'medium', isMain = false }: FollowButtonProps) {
  const me = useMe();
  const signInFirst = useIntentLink({ kind: 'follow', id: user.id, name: user.nickname });
  if (!user.canBeFollowed || user.id === me.id) return null;
  const variant = isMain ? 'primary' : 'secondary';
  if (!isSignedIn(me)) {
    return (
      <Link
        className={buttonClass({ size, variant })}
        {...signInFirst}
        aria-label={`ログインして${user.nickname}さんをフォローする`}
      >
        フォローする
      </Link>
    );
  }
  return <Toggle user={user} size={size} variant={variant} />;
}

function Toggle({ user, size, variant }: { user: User; size: ButtonSize; variant: 'primary' | 'secondary' }) {
  const { toggle } = useFollow(user);
  const [isFresh, setIsFresh] = useState(false);
  const { isFollowed, nickname } = user;

  const handleClick = () => {
    setIsFresh(true);
    toggle();
  };
  // The pointer is still over the button after the click, which does not signal an intent to unfollow.
  const settle = () => setIsFresh(false);
  return (
    <Button
      size={size}
      variant={isFollowed ? 'following' : variant}
      className={styles.button}
      data-fresh={isFresh || undefined}
      aria-label={isFollowed ? `${nickname}さんをフォロー中。フォローを解除` : `${nickname}さんをフォローする`}
      onClick={handleClick}
      onPointerLeave={settle}
      onBlur={settle}
    >
      {isFollowed ? (
        <span className={styles.words}>
          <span className={styles.now}>
            {size !== 'small' && <Icon icon={Check} />}
            <span>フォロー中</span>
          </span>
          <span className={styles.then}>フォローを解除</span>
        </span>
      ) : (
        'フォローする'
      )}
    </Button>
  );
}
