import { useCallback, useEffect, useRef, useState } from 'react';

import { hasDevices, type MediaDevice, type MediaProblem, mediaProblemOf } from '../../core/media/media-problem';

/** The state of the preview. */
export type PreviewState =
  /** No device has been requested yet: the page first explains why it needs them. */
  | { phase: 'asking' }
  | { phase: 'opening' }
  | { phase: 'open'; stream: MediaStream }
  | { phase: 'problem'; problem: MediaProblem; device: MediaDevice };

interface PreviewWishes {
  /** If false, devices stay closed. */
  isWanted: boolean;
  isCameraOn: boolean;
  micId: string | null;
  cameraId: string | null;
}

/**
 * Opens the microphone and camera for a local preview, and closes them on unmount. If the browser has already granted
 * both, they open at once; otherwise when the user calls `start`.
 */
export function usePreview({ isWanted, isCameraOn, micId, cameraId }: PreviewWishes) {
  const [state, setState] = useState<PreviewState>(() =>
    hasDevices() ? { phase: 'asking' } : { phase: 'problem', problem: 'insecure', device: 'mic' },
  );
  const [hasStarted, setHasStarted] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const stream = useRef<MediaStream>(undefined);

  useEffect(() => {
    if (!hasDevices()) return undefined;
    let isCurrent = true;
    void areAllowed().then((isAllowed) => {
      if (isCurrent && isAllowed) setHasStarted(true);
    });
    return () => {
      isCurrent = false;
    };
  }, []);

  const isOpen = isWanted && hasStarted && hasDevices();
  useEffect(() => {
    if (!isOpen) return undefined;
    let isCurrent = true;
    setState({ phase: 'opening' });
    open({ isCameraOn, micId, cameraId }).then(
      (opened) => {
        if (!isCurrent) return stop(opened);
        stream.current = opened;
        setState({ phase: 'open', stream: opened });
      },
      (failure: PreviewFailure) => {
        if (isCurrent) setState({ phase: 'problem', ...failure });
      },
    );
    return () => {
      isCurrent = false;
      if (stream.current) stop(stream.current);
      stream.current = undefined;
    };
  }, [isOpen, isCameraOn, micId, cameraId, attempt]);

  const retry = useCallback(() => {
    setHasStarted(true);
    setAttempt((known) => known + 1);
  }, []);

  // A missing device may have been plugged in.
  const isMissing = state.phase === 'problem' && state.problem === 'missing';
  useEffect(() => {
    if (!isMissing) return undefined;
    navigator.mediaDevices.addEventListener('devicechange', retry);
    return () => navigator.mediaDevices.removeEventListener('devicechange', retry);
  }, [isMissing, retry]);

  return { state, start: retry };
}

interface PreviewFailure {
  problem: MediaProblem;
  device: MediaDevice;
}

/** Opens the requested devices. Rejects with a `PreviewFailure` that names the device. */
async function open({ isCameraOn, micId, cameraId }: Omit<PreviewWishes, 'isWanted'>): Promise<MediaStream> {
  const audio = micId === null ? true : { deviceId: micId };
  const video = isCameraOn && { ...(cameraId !== null && { deviceId: cameraId }), width: { ideal: 960 } };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio, video });
  } catch (error) {
    const problem = mediaProblemOf(error);
    if (!isCameraOn) throw { problem, device: 'mic' } satisfies PreviewFailure;
    // Requesting the microphone alone shows which of the two devices failed.
    const device = await navigator.mediaDevices.getUserMedia({ audio }).then(
      (sound) => {
        stop(sound);
        return 'camera' as const;
      },
      () => 'mic' as const,
    );
    throw { problem, device } satisfies PreviewFailure;
  }
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Returns whether the browser has already granted both devices; false in browsers that do not report it. */
async function areAllowed(): Promise<boolean> {
  try {
    const names = ['microphone', 'camera'] as PermissionName[];
    const answers = await Promise.all(names.map((name) => navigator.permissions.query({ name })));
    return answers.every(({ state }) => state === 'granted');
  } catch {
    return false;
  }
}
