import type { UploadPurpose } from '@manabiba/shared/contract/upload-types';
import sharp from 'sharp';

import type { TestApp } from './start-test-app';
import type { PersonName } from './test-people';

/** Returns a small image, red on the left and blue on the right. */
export const aPicture = (format: 'jpeg' | 'png' | 'webp' = 'png') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#FF0000' } })
    .composite([{ input: { create: { width: 20, height: 20, channels: 3, background: '#0000FF' } }, left: 20, top: 0 }])
    .toFormat(format)
    .toBuffer();

/** The same as a camera held upright stores it: rotated, with the location in its metadata. */
export const aPhotograph = async () =>
  sharp(await aPicture('jpeg'))
    .withExif({ IFD0: { Make: 'Camera of Hanako' }, IFD3: { GPSLatitude: '35/1 41/1 22/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** Returns a single-coloured image of this size. */
export const aPlainPicture = (width: number, height: number, format: 'jpeg' | 'png' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })
    .toFormat(format)
    .toBuffer();

type Announced = { purpose: UploadPurpose; mime: string; size?: number };

/** Announces and uploads a file; returns the answer of the last call. */
export async function sendFile(
  api: TestApp,
  name: PersonName,
  bytes: Buffer,
  { purpose, mime, size = bytes.length }: Announced,
) {
  const announced = await api.as(name).post('/uploads', { purpose, mime, size });
  if (announced.status !== 201) return announced;
  const answer = await api.app.inject({
    method: 'PUT',
    url: announced.body.putUrl as string,
    payload: bytes,
    headers: { authorization: `Bearer ${api.tokens[name]}`, 'content-type': mime },
  });
  return {
    status: answer.statusCode,
    body: answer.json<{ uploadId: string; code?: string }>(),
    putUrl: announced.body.putUrl as string,
  };
}
