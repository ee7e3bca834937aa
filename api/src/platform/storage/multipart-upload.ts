import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';

import type { CompletedPart, S3Client } from '@aws-sdk/client-s3';

type S3 = typeof import('@aws-sdk/client-s3');

interface Upload {
  s3: S3;
  client: S3Client;
  place: { Bucket: string; Key: string };
  file: { path: string; size: number; mime: string };
  partBytes: number;
}

/**
 * Uploads a file part by part. An interrupted upload of the same file is continued: parts that the bucket has with the
 * same content are not sent again.
 */
export async function uploadInParts(upload: Upload): Promise<void> {
  const { s3, client, place, file, partBytes } = upload;
  const UploadId = (await findUpload(upload)) ?? (await startUpload(upload));
  const known = await listParts(upload, UploadId);
  const source = await open(file.path);
  try {
    const parts: CompletedPart[] = [];
    for (let start = 0, PartNumber = 1; start < file.size; start += partBytes, PartNumber += 1) {
      const bytes = await readPart(source, start, Math.min(partBytes, file.size - start));
      const etag = known.get(PartNumber);
      const isThere = etag?.replaceAll('"', '') === createHash('md5').update(bytes).digest('hex');
      const ETag = isThere
        ? etag
        : (await client.send(new s3.UploadPartCommand({ ...place, UploadId, PartNumber, Body: bytes }))).ETag;
      parts.push({ PartNumber, ETag });
    }
    await client.send(new s3.CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts: parts } }));
  } finally {
    await source.close();
  }
}

/** Ends the unfinished uploads below a prefix, whose parts would otherwise be stored, and paid, for ever. */
export async function abortUploads(given: { s3: S3; client: S3Client; bucket: string; prefix: string }): Promise<void> {
  const { s3, client, bucket: Bucket, prefix: Prefix } = given;
  const { Uploads } = await client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix }));
  for (const { Key, UploadId } of Uploads ?? [])
    await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
}

async function findUpload({ s3, client, place }: Upload): Promise<string | undefined> {
  const { Uploads } = await client.send(
    new s3.ListMultipartUploadsCommand({ Bucket: place.Bucket, Prefix: place.Key }),
  );
  return Uploads?.find(({ Key }) => Key === place.Key)?.UploadId;
}

async function startUpload({ s3, client, place, file }: Upload): Promise<string> {
  const { UploadId } = await client.send(new s3.CreateMultipartUploadCommand({ ...place, ContentType: file.mime }));
  if (!UploadId) throw new Error('the bucket started an upload without an id');
  return UploadId;
}

async function listParts({ s3, client, place }: Upload, UploadId: string): Promise<Map<number, string>> {
  const known = new Map<number, string>();
  // Not the SDK's paginator: it goes on for as long as there is a marker, which servers send with the last page, too.
  for (let PartNumberMarker: string | undefined, hasMore = true; hasMore;) {
    const page = await client.send(new s3.ListPartsCommand({ ...place, UploadId, PartNumberMarker }));
    for (const { PartNumber, ETag } of page.Parts ?? []) if (PartNumber && ETag) known.set(PartNumber, ETag);
    PartNumberMarker = page.NextPartNumberMarker;
    hasMore = page.IsTruncated === true;
  }
  return known;
}

async function readPart(source: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await source.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error('the file became shorter while it was uploaded');
    filled += bytesRead;
  }
  return bytes;
}
