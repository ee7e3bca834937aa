import { useEffect, useState } from 'react';

/** Interval of level updates, in milliseconds; each one renders. */
const READ_EVERY_MS = 100;
/** RMS of the samples of loud speech with a common microphone. */
const LOUD = 0.25;

/** Returns the level of a microphone, 0 to 100. */
export function useAudioLevel(stream: MediaStream | null): number {
  const [level, setLevel] = useState(0);
  useEffect(() => {
    if (!stream || stream.getAudioTracks().length === 0 || typeof AudioContext === 'undefined') return undefined;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    analyser.fftSize = 1024;
    context.createMediaStreamSource(stream).connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      setLevel(levelOf(samples));
    }, READ_EVERY_MS);
    return () => {
      clearInterval(timer);
      setLevel(0);
      void context.close();
    };
  }, [stream]);
  return level;
}

function levelOf(samples: Float32Array): number {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  // Perceived loudness is not linear in amplitude, so the bar shows the square root.
  return Math.min(100, Math.round(Math.sqrt(Math.sqrt(power) / LOUD) * 100));
}
