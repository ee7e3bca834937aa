import { toast } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { type FormEvent, useRef, useState } from 'react';

import { centred, type Crop, MAX_ZOOM, type Size, zoomed } from './crop';
import { CropStage } from './crop-stage';
import { drawCrop } from './draw-crop';

import styles from './crop.module.css';

interface CropDialogProps {
  /** URL of the chosen image. */
  source: string;
  onClose: () => void;
  onCropped: (picture: Blob) => void;
  /** Called when the browser cannot decode the file as an image. */
  onBroken: () => void;
  /** Called when the image is smaller than the size shown to others. */
  onTooSmall: () => void;
}

/** The minimum side of an image, in pixels. */
const MIN_SIDE = 200;

/** A dialog for choosing the visible square of an image. */
export function CropDialog({ source, onClose, onCropped, onBroken, onTooSmall }: CropDialogProps) {
  const picture = useRef<HTMLImageElement>(null);
  const [size, setSize] = useState<Size>();
  const [crop, setCrop] = useState<Crop>();

  const handleLoad = (loaded: Size) => {
    if (Math.min(loaded.width, loaded.height) < MIN_SIDE) {
      onTooSmall();
      return;
    }
    setSize(loaded);
    setCrop(centred(loaded));
  };
  const handleZoom = (zoom: number) => {
    if (crop && size) setCrop(zoomed(crop, size, zoom));
  };
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (!picture.current || !crop || !size) return;
    const cropped = await drawCrop(picture.current, crop, size);
    if (cropped) onCropped(cropped);
    else toast.error('画像を切り抜けませんでした。別の画像でお試しください。');
  };

  const footer = (
    <>
      <Button onClick={onClose}>キャンセル</Button>
      <Button type="submit" variant="primary" disabled={!crop}>
        この範囲にする
      </Button>
    </>
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="画像の範囲を選ぶ"
      size="small"
      onSubmit={(event) => void handleSubmit(event)}
      footer={footer}
    >
      <div className={styles.cropper}>
        <CropStage
          ref={picture}
          source={source}
          size={size}
          crop={crop}
          onChange={setCrop}
          onLoad={handleLoad}
          onBroken={onBroken}
        />
        <ZoomRange zoom={crop?.zoom} onZoom={handleZoom} />
        <p className={styles.hint}>
          画像をドラッグすると位置を変えられます。キーボードでは矢印キーで移動、+ と - で拡大・縮小できます。
        </p>
      </div>
    </Dialog>
  );
}

/** Disabled until the image's size is known. */
function ZoomRange({ zoom, onZoom }: { zoom: number | undefined; onZoom: (zoom: number) => void }) {
  return (
    <label className={styles.zoom}>
      <span>拡大</span>
      <input
        type="range"
        min={1}
        max={MAX_ZOOM}
        step={0.01}
        value={zoom ?? 1}
        disabled={zoom === undefined}
        onChange={(event) => onZoom(Number(event.target.value))}
      />
    </label>
  );
}
