/** The part of the browser's speech recognition that captions use; TypeScript does not declare it. */
interface Recognition {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  onresult: ((event: RecognitionEvent) => void) | null;
  onerror: ((event: { error: string }) => void) | null;
  onend: (() => void) | null;
  start: () => void;
  stop: () => void;
}

interface RecognitionEvent {
  results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }>;
}

interface RecognitionWindow {
  SpeechRecognition?: new () => Recognition;
  webkitSpeechRecognition?: new () => Recognition;
}

/** Delay before recognition is started again after the browser has ended it, in milliseconds. */
const RESTART_MS = 500;

const implementation = () => {
  const { SpeechRecognition, webkitSpeechRecognition } = window as RecognitionWindow;
  return SpeechRecognition ?? webkitSpeechRecognition;
};

/** Whether this browser can recognize speech. */
export const canRecognizeSpeech = () => implementation() !== undefined;

/**
 * Recognizes what is said into the microphone until stopped; browsers end recognition after each pause, so it is
 * started again.
 *
 * @param onText receives the current sentence, first as an interim result.
 * @param onRefused called when the user or the browser does not allow it.
 * @returns the function that stops it.
 */
export function recognizeSpeech(onText: (text: string, isFinal: boolean) => void, onRefused: () => void): () => void {
  const Implementation = implementation();
  if (!Implementation) return () => undefined;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const recognition = new Implementation();
  recognition.lang = 'ja-JP';
  recognition.continuous = true;
  recognition.interimResults = true;
  recognition.onresult = ({ results }) => {
    const result = results[results.length - 1];
    const text = result?.[0]?.transcript.trim();
    if (result && text) onText(text, result.isFinal);
  };
  recognition.onerror = ({ error }) => {
    if (error !== 'not-allowed' && error !== 'service-not-allowed') return;
    isStopped = true;
    onRefused();
  };
  recognition.onend = () => {
    if (!isStopped) timer = setTimeout(() => recognition.start(), RESTART_MS);
  };
  recognition.start();
  return () => {
    isStopped = true;
    clearTimeout(timer);
    recognition.stop();
  };
}
