import { type KeyboardEvent, type PointerEvent, type Ref, useRef } from 'react';

import { type Crop, pushed, type Size, squareOf, zoomed } from './crop';

import styles from './crop.module.css';

interface CropStageProps {
  ref: Ref<HTMLImageElement>;
  source: string;
  /** The size of the image; undefined until it has loaded. */
  size: Size | undefined;
  crop: Crop | undefined;
  onChange: (crop: Crop) => void;
  onLoad: (size: Size) => void;
  onBroken: () => void;
}

/** Distance moved by an arrow key, as a fraction of the frame; five times that with Shift. */
const STEP = 0.02;
const ZOOM_STEP = 0.1;
const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const zooms: Record<string, number> = { '+': ZOOM_STEP, ';': ZOOM_STEP, '-': -ZOOM_STEP };

/** The image under a round frame, moved by dragging or arrow keys. */
export function CropStage({ ref, source, size, crop, onChange, onLoad, onBroken }: CropStageProps) {
  const last = useRef<{ x: number; y: number } | null>(null);

  const handlePointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY };
  };
  const handlePointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!last.current || !crop || !size) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    onChange(pushed(crop, size, (event.clientX - last.current.x) / width, (event.clientY - last.current.y) / width));
    last.current = { x: event.clientX, y: event.clientY };
  };
  const stop = () => {
    last.current = null;
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!crop || !size) return;
    const arrow = arrows[event.key];
    const zoom = zooms[event.key];
    const step = event.shiftKey ? STEP * 5 : STEP;
    if (arrow) onChange(pushed(crop, size, arrow[0] * step, arrow[1] * step));
    else if (zoom) onChange(zoomed(crop, size, crop.zoom + zoom));
    else return;
    event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- No ARIA role moves in two directions; the zoom next to it is a range input.
    <div
      className={styles.stage}
      role="group"
      aria-label="切り抜く範囲"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The arrow keys move the picture.
      tabIndex={0}
      data-autofocus=""
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onPointerUp={stop}
      onPointerCancel={stop}
      onKeyDown={handleKeyDown}
    >
      <img
        ref={ref}
        className={styles.picture}
        src={source}
        alt="選んだ画像"
        draggable={false}
        style={placeOf(crop, size)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          naturalWidth > 0 && naturalHeight > 0 ? onLoad({ width: naturalWidth, height: naturalHeight }) : onBroken()
        }
        onError={onBroken}
      />
      <span className={styles.frame} />
    </div>
  );
}

/** Returns the image position relative to the frame, independent of the screen width. */
function placeOf(crop: Crop | undefined, size: Size | undefined) {
  if (!crop || !size) return { visibility: 'hidden' } as const;
  const { left, top, side } = squareOf(crop, size);
  const part = (value: number) => `${(value / side) * 100}%`;
  return { width: part(size.width), height: part(size.height), left: part(-left), top: part(-top) };
}
