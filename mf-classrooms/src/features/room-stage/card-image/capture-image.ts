import { MAX_LIVE_FRAME_LENGTH } from '@manabiba/shared/contract/limits';

const SIZE = { width: 640, height: 360 };
/** From the best quality on, until the image is small enough. */
const QUALITIES = [0.7, 0.4, 0.2];

/** Returns a still image of a video track as base64 of JPEG; null when it shows nothing yet. */
export async function captureImage(track: MediaStreamTrack): Promise<string | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.srcObject = new MediaStream([track]);
  try {
    await video.play();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, SIZE);
    const scale = Math.min(SIZE.width / video.videoWidth, SIZE.height / video.videoHeight);
    const [width, height] = [video.videoWidth * scale, video.videoHeight * scale];
    canvas.getContext('2d')?.drawImage(video, (SIZE.width - width) / 2, (SIZE.height - height) / 2, width, height);
    const images = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '');
    return images.find((image) => image !== '' && image.length <= MAX_LIVE_FRAME_LENGTH) ?? null;
  } catch {
    return null;
  } finally {
    video.srcObject = null;
  }
}
