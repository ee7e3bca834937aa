import type { UploadPurpose } from '../../contract/uploads';
import { networkError } from '../api-error';
import { callEndpoint } from '../call-endpoint';
import { createUpload } from '../endpoints';
import type { UploadOptions } from './send-bytes';

/**
 * Announces a file and sends its bytes. Gives the id of the upload, which then goes to where it belongs (`updateMe`).
 *
 * Rejects with `ApiError` (`too_large`, `unsupported_type`, `invalid` for one that was cut off, `rate_limited`), or with
 * the reason of `signal` when that aborts. Nothing is repeated: the person sees what happened and tries again.
 */
export async function uploadFile(purpose: UploadPurpose, file: Blob, options: UploadOptions = {}): Promise<string> {
  const { signal } = options;
  // Few visits send a file: what sends it comes when one does.
  const { sendBytes } = await import('./send-bytes').catch(() => {
    throw networkError();
  });
  const { uploadId, putUrl } = await callEndpoint(
    createUpload,
    { body: { purpose, mime: file.type, size: file.size } },
    { ...(signal ? { signal } : {}) },
  );
  await sendBytes(putUrl, file, options);
  return uploadId;
}
