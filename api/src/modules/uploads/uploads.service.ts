import type { Readable } from 'node:stream';

import { MAX_COVER_BYTES, MAX_MATERIAL_BYTES, MAX_UPLOAD_BYTES } from '@manabiba/shared/contract/limits';
import { detectType, typeRefusal, type UploadPurpose } from '@manabiba/shared/contract/upload-types';
import type { createUpload } from '@manabiba/shared/contract/uploads';
import { subMilliseconds } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import { createBoundedQueue } from '../../platform/bounded-queue';
import type { Clock } from '../../platform/clock';
import type { Trx } from '../../platform/database/db';
import { newId } from '../../platform/ids';
import type { Limiter } from '../../platform/security/limiter';
import { createReadyPictures } from '../../platform/storage/ready-pictures';
import type { OpenFile, Storage } from '../../platform/storage/storage';
import { drawVariant, type PictureFault, toKeptCover, toKeptMaterial, toKeptPicture, type Variant } from './pictures';
import type { UploadsRepository } from './uploads.repository';
import { withWatermark } from './watermark';

const UPLOADS_PER_HOUR = 60;
/** Retention of identity documents after the decision of staff, in milliseconds. */
const DOCUMENTS_KEPT_MS = 30 * millisecondsInDay;
const UNFINISHED_KEPT_MS = millisecondsInDay;
/** Size of the cache of rendered images, in bytes. */
const MAX_READY_BYTES = 32 * 1024 * 1024;

interface UploadsDeps {
  uploads: UploadsRepository;
  storage: Storage;
  limiter: Limiter;
  clock: Clock;
}

/** Concurrent image renderings, and how many may wait. */
const DRAWING = { running: 1, waiting: 50 };
/** Rate limit of uncached renderings per IP address. */
const DRAWN_PER_ADDRESS = { max: 300, windowSeconds: 60 };

/** Purposes whose images are public. */
const SHOWN: readonly UploadPurpose[] = ['avatar', 'event_cover'];

/** The largest upload of each purpose, in bytes. */
const MAX_BYTES: Readonly<Record<UploadPurpose, number>> = {
  avatar: MAX_UPLOAD_BYTES,
  identity_document: MAX_UPLOAD_BYTES,
  event_cover: MAX_COVER_BYTES,
  class_material: MAX_MATERIAL_BYTES,
};

/** How pictures of each purpose are kept. A document keeps its content; only camera metadata is removed. */
const TO_KEPT: Readonly<Record<UploadPurpose, (bytes: Buffer) => Promise<Buffer | PictureFault>>> = {
  avatar: toKeptPicture,
  identity_document: toKeptPicture,
  event_cover: toKeptCover,
  class_material: toKeptMaterial,
};

const keyOf = ({ id, purpose }: { id: string; purpose: string }) => `${purpose}/${id}`;

export type UploadsService = ReturnType<typeof createUploadsService>;

/** Uploaded files: public images, and documents that only staff can see. */
export function createUploadsService({ uploads, storage, limiter, clock }: UploadsDeps) {
  const ready = createReadyPictures({ maxBytes: MAX_READY_BYTES });
  const enqueue = createBoundedQueue(DRAWING);

  async function remove(upload: { id: string; purpose: string }): Promise<void> {
    await storage.remove(keyOf(upload));
    await uploads.remove(upload.id);
  }

  /** Stores the content of an upload. Returns its type; throws when its purpose does not accept it. */
  async function keep(upload: { id: string; purpose: UploadPurpose }, bytes: Buffer): Promise<string> {
    const mime = requireType(upload.purpose, detectType(bytes));
    if (mime === 'application/pdf') {
      await storage.put(keyOf(upload), bytes, mime);
    } else {
      const picture = await enqueue(() => TO_KEPT[upload.purpose](bytes));
      if (typeof picture === 'string') throw refusalOf(picture);
      await storage.put(keyOf(upload), picture, 'image/webp');
    }
    return mime;
  }

  return {
    /** Announces a file. The upload is checked against its type and size. */
    async create(viewer: SignedInViewer, { purpose, mime, size }: z.output<(typeof createUpload)['body']>) {
      if (purpose === 'event_cover' && !viewer.isProfessional) throw new AppError('professional_only');
      requireType(purpose, mime);
      if (size > MAX_BYTES[purpose]) throw new AppError('too_large');
      await limiter.consume(`upload:${viewer.id}`, { max: UPLOADS_PER_HOUR, windowSeconds: 3600 });
      const id = newId('upl');
      await uploads.insert({ id, userId: viewer.id, purpose, mime, size, now: clock.now() });
      return { uploadId: id, putUrl: `/v1/uploads/${id}/content` };
    },

    /**
     * Stores the uploaded bytes. They must have the announced size (`too_large`, `invalid`); their type, as detected from
     * the content, must be one that the purpose accepts (`unsupported_type`). Nothing else is stored.
     */
    async put(viewer: SignedInViewer, id: string, body: Readable | undefined) {
      const upload = await uploads.find(id);
      if (!upload || upload.user_id !== viewer.id) throw new AppError('not_found');
      if (upload.stored_at !== null) throw new AppError('already');
      const bytes = await readAll(body, upload.size);
      if (bytes.length < upload.size)
        throw new AppError('invalid', { fields: { size: 'ファイルが途中で切れています。もう一度お試しください。' } });
      const mime = await keep(upload, bytes);
      if (!(await uploads.markStored(id, mime, clock.now()))) throw new AppError('already');
      return { uploadId: id };
    },

    /**
     * Renders an avatar or event cover; null when there is none. Documents are never rendered. Renderings are queued:
     * throws `unavailable` when the queue is full, `rate_limited` above the limit per IP address.
     */
    async draw(id: string, variant: Variant, address: string): Promise<Buffer | null> {
      const name = [id, variant.side, variant.format].join('.');
      return ready.get(name, async () => {
        const upload = await uploads.find(id);
        if (!upload || !SHOWN.includes(upload.purpose) || upload.stored_at === null) return null;
        await limiter.consume(`draw:${address}`, DRAWN_PER_ADDRESS);
        return enqueue(async () => {
          const kept = await storage.get(keyOf(upload));
          return kept && drawVariant(kept, variant);
        });
      });
    },

    /**
     * Returns an identity document; null when there is none. An image has `watermark` all over it, a PDF is as it was
     * uploaded.
     */
    async readDocument(id: string, watermark: string): Promise<{ bytes: Buffer; mime: string } | null> {
      const upload = await uploads.find(id);
      if (upload?.purpose !== 'identity_document' || upload.stored_at === null) return null;
      const kept = await storage.get(keyOf(upload));
      if (!kept) return null;
      if (upload.mime === 'application/pdf') return { bytes: kept, mime: upload.mime };
      return { bytes: await enqueue(() => withWatermark(kept, watermark)), mime: 'image/webp' };
    },

    /** Returns the URL of an avatar that this user uploaded; throws `invalid` when it is not theirs or not stored. */
    async avatarUrl(trx: Trx, userId: string, id: string): Promise<string> {
      if ((await uploads.typeOf(trx, userId, id, 'avatar')) === undefined)
        throw new AppError('invalid', { fields: { avatarUploadId: '画像を選び直してください。' } });
      return `/v1/images/${id}`;
    },

    /**
     * Returns the URL of an event cover that this user uploaded; throws `invalid` when it is not theirs or not stored.
     */
    async coverUrl(trx: Trx, userId: string, id: string): Promise<string> {
      if ((await uploads.typeOf(trx, userId, id, 'event_cover')) === undefined)
        throw new AppError('invalid', { fields: { coverUploadId: '画像を選び直してください。' } });
      return `/v1/images/${id}`;
    },

    /** Returns the type of a file for a class that this user uploaded; throws `invalid` when it is not theirs or not stored. */
    async materialType(trx: Trx, userId: string, id: string): Promise<string> {
      const mime = await uploads.typeOf(trx, userId, id, 'class_material');
      if (mime === undefined) throw new AppError('invalid', { fields: { uploadId: 'ファイルを選び直してください。' } });
      return mime;
    },

    /** Stores a file for a class that was made here, and returns its id. Housekeeping deletes one that no class takes. */
    async keepMaterial(userId: string, bytes: Buffer): Promise<string> {
      const upload = { id: newId('upl'), purpose: 'class_material' } as const;
      const now = clock.now();
      const mime = requireType(upload.purpose, detectType(bytes));
      await uploads.insert({ ...upload, userId, mime, size: bytes.length, now });
      await keep(upload, bytes);
      await uploads.markStored(upload.id, mime, now);
      return upload.id;
    },

    /** Opens the file of a class; null when there is none. A picture is a WebP, whatever was uploaded. */
    async openMaterial(id: string): Promise<(OpenFile & { mime: string }) | null> {
      const upload = await uploads.find(id);
      if (upload?.purpose !== 'class_material' || upload.stored_at === null) return null;
      const file = await storage.open(keyOf(upload));
      return file && { ...file, mime: upload.mime === 'application/pdf' ? upload.mime : 'image/webp' };
    },

    /** Deletes a file of a class. */
    discard: (id: string): Promise<void> => remove({ id, purpose: 'class_material' }),

    /** Submits documents. All must belong to this user, be stored and not be submitted before. */
    async submitDocuments(trx: Trx, userId: string, ids: string[]): Promise<void> {
      const unique = [...new Set(ids)];
      if ((await uploads.submit(trx, userId, unique, clock.now())) !== unique.length) {
        throw new AppError('invalid', { fields: { identityDocumentUploadIds: '書類を選び直してください。' } });
      }
    },

    decideDocuments: (trx: Trx, userId: string): Promise<void> => uploads.decide(trx, userId, clock.now()),

    /** Deletes all files of a user. */
    async removeAllOf(userId: string): Promise<void> {
      for (const upload of await uploads.listOf(userId)) await remove(upload);
    },

    /** Deletes stale files: documents 30 days after the decision, unfinished uploads and replaced images. */
    async removeStale(): Promise<void> {
      const now = clock.now();
      const stale = await uploads.findStale({
        decidedBefore: subMilliseconds(now, DOCUMENTS_KEPT_MS),
        unfinishedBefore: subMilliseconds(now, UNFINISHED_KEPT_MS),
      });
      for (const upload of stale) await remove(upload);
    },
  };
}

/** Returns the type when the purpose accepts it; throws `unsupported_type` with what to do otherwise. */
function requireType(purpose: UploadPurpose, mime: string | null): string {
  const sentence = typeRefusal(purpose, mime);
  if (mime === null || sentence !== null) throw new AppError('unsupported_type', { sentence: sentence ?? undefined });
  return mime;
}

function refusalOf(fault: PictureFault): AppError {
  switch (fault) {
    case 'too_small':
      return new AppError('invalid', { fields: { size: '横1280、縦720ピクセル以上の画像を選択してください。' } });
    case 'too_many_pixels':
      return new AppError('unsupported_type', { sentence: '画素数が多すぎます。縮小した画像を選択してください。' });
    case 'damaged':
      return new AppError('unsupported_type', {
        sentence: '画像が壊れているか、途中で切れています。開けることを確かめて、もう一度選択してください。',
      });
  }
}

/** Reads at most the announced number of bytes. Returns an empty buffer when the sender aborts. */
async function readAll(body: Readable | undefined, size: number): Promise<Buffer> {
  if (!body) throw new AppError('invalid', { fields: { size: 'ファイルを送信してください。' } });
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > size) throw new AppError('too_large');
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    // A sender who aborted receives no answer; what matters is that nothing is stored.
    return Buffer.alloc(0);
  }
  return Buffer.concat(chunks);
}
