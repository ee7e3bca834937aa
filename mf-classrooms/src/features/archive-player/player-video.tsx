import type { Archive } from '@manabiba/shared/contract/archives';
import { type RefObject, useEffect, useRef, useState } from 'react';

import { readCues } from '../../core/playback/cues';
import type { Player } from '../../core/playback/player';

import frame from '../../core/archive/player-frame.module.css';

interface PlayerVideoProps {
  video: RefObject<HTMLVideoElement | null>;
  player: Player;
  archive: Archive;
}

/** The video. A click pauses it; the bar has the buttons for keyboards and screen readers. */
export function PlayerVideo({ video, player, archive }: PlayerVideoProps) {
  // A renewed signature must not load the captions again.
  const [captionUrl] = useState(archive.captionUrl);
  const track = useRef<HTMLTrackElement>(null);
  useEffect(() => {
    const element = track.current;
    if (!element?.track) return;
    // Loads the file without showing it: the page itself renders the captions.
    element.track.mode = 'hidden';
    const read = () => player.setCues(readCues(element.track));
    element.addEventListener('load', read);
    return () => element.removeEventListener('load', read);
  }, [player]);
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- not every recording has captions
    <video
      ref={video}
      className={frame.video}
      poster={archive.thumbnailUrl ?? undefined}
      playsInline
      preload="metadata"
      onClick={player.toggle}
      tabIndex={-1}
    >
      {captionUrl !== null && <track ref={track} kind="captions" src={captionUrl} srcLang="ja" label="日本語" />}
    </video>
  );
}
