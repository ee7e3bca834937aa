const NOTE_SECONDS = 0.16;
const LOUDNESS = 0.08;
const [LOW, HIGH] = [523, 784];

/** Plays two soft notes: upwards when recording begins, downwards when it ends. Silent where sound is not allowed. */
export function playRecordingSound(begins: boolean): void {
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  const volume = new GainNode(context, { gain: LOUDNESS });
  volume.connect(context.destination);
  const notes = begins ? [LOW, HIGH] : [HIGH, LOW];
  for (const [index, frequency] of notes.entries()) {
    const note = new OscillatorNode(context, { frequency });
    note.connect(volume);
    note.start(context.currentTime + index * NOTE_SECONDS);
    note.stop(context.currentTime + (index + 1) * NOTE_SECONDS);
    if (index === notes.length - 1) note.onended = () => void context.close();
  }
}
