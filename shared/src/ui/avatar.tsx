import { useState } from 'react';

import { classNames } from './class-names';

import styles from './avatar.module.css';

export type AvatarSize = 24 | 32 | 36 | 40 | 48 | 56 | 64 | 120;

export interface AvatarProps {
  person: { nickname: string; avatarUrl?: string | null };
  size?: AvatarSize;
  /** Announces the nickname to screen readers; omit it where the name is shown beside. */
  isLabelled?: boolean;
  /** The number of initials shown without an image. */
  initialCount?: 1 | 2;
  className?: string;
}

/** Requests a square of this size in pixels from our own storage; a foreign URL is unchanged. */
function sized(url: string, side: number): string {
  if (!isOurs(url)) return url;
  return `${url}${url.includes('?') ? '&' : '?'}w=${side}&h=${side}&q=80`;
}

const isOurs = (url: string) => url.startsWith('/media/') || url.startsWith('/v1/images/');

/** 200 pixels are enough on dense screens for all sizes but the largest. */
const denser = (url: string, size: AvatarSize) =>
  size > 100 && isOurs(url) ? `${sized(url, 200)} 1x, ${sized(url, 400)} 2x` : undefined;

/** 雨宮 しおり as 雨宮. */
function initialsOf(nickname: string, count: number): string {
  return [...nickname.trim().replace(/\s+/g, '')].slice(0, count).join('');
}

/** A user's avatar; the first two characters of the nickname when there is no image or it fails to load. */
export function Avatar({ person, size = 40, isLabelled = false, initialCount = 2, className }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const url = person.avatarUrl ?? null;
  const classes = classNames(styles.avatar, className);
  if (url !== null && url !== '' && url !== brokenUrl) {
    return (
      <img
        className={classes}
        data-size={size}
        // Before `src`: React sets attributes in order, and an image without these starts to load at once.
        loading="lazy"
        decoding="async"
        srcSet={denser(url, size)}
        src={sized(url, 200)}
        alt={isLabelled ? person.nickname : ''}
        width={size}
        height={size}
        onError={() => setBrokenUrl(url)}
      />
    );
  }
  const meaning = isLabelled ? { role: 'img', 'aria-label': person.nickname } : { 'aria-hidden': true };
  return (
    <span className={classNames(classes, styles.initials)} data-size={size} {...meaning}>
      {initialsOf(person.nickname, initialCount)}
    </span>
  );
}
