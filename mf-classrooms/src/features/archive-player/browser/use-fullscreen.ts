import { type RefObject, useEffect, useState } from 'react';

/** iPhones show only video elements full screen, under a name of their own. */
type IPhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Whether an element is shown full screen, and the function that changes it. */
export function useFullscreen(root: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>) {
  const [isFullscreen, setIsFullscreen] = useState(false);
  useEffect(() => {
    const handleChange = () => setIsFullscreen(document.fullscreenElement === root.current);
    document.addEventListener('fullscreenchange', handleChange);
    return () => document.removeEventListener('fullscreenchange', handleChange);
  }, [root]);

  const toggle = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (root.current?.requestFullscreen) void root.current.requestFullscreen().catch(() => undefined);
    else (video.current as IPhoneVideo | null)?.webkitEnterFullscreen?.();
  };
  return { isFullscreen, toggle };
}
