import { lazy, Suspense, useState } from 'react';

import type { RecordingCompanionProps } from './recording-companion';

const RecordingCompanion = lazy(() =>
  import(/* webpackChunkName: "host-tools" */ './recording-companion').then((module) => ({
    default: module.RecordingCompanion,
  })),
);

/** Announces the recording and asks for consent. Its code is loaded in recorded rooms only. */
export function RecordingNews(props: Omit<RecordingCompanionProps, 'wasRecording'>) {
  const [wasRecording] = useState(props.isRecording);
  const [isNeeded, setIsNeeded] = useState(props.isRecording);
  if (props.isRecording && !isNeeded) setIsNeeded(true);
  if (!isNeeded) return null;
  return (
    <Suspense fallback={null}>
      <RecordingCompanion {...props} wasRecording={wasRecording} />
    </Suspense>
  );
}
