import type { Track } from 'livekit-client';
import { useEffect, useRef } from 'react';

interface TrackVideoProps {
  track: Track;
  className?: string | undefined;
  /** The accessible name; decorative without one. */
  label?: string;
}

/** Renders a video track. `Sound` plays the audio of a room. */
export function TrackVideo({ track, className, label }: TrackVideoProps) {
  const element = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    track.attach(video);
    return () => void track.detach(video);
  }, [track]);
  return (
    <video
      ref={element}
      className={className}
      autoPlay
      muted
      playsInline
      disablePictureInPicture
      {...(label === undefined ? { 'aria-hidden': true } : { 'aria-label': label })}
    />
  );
}
