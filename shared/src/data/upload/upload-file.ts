import type { UploadPurpose } from '../../contract/upload-types';
import { networkError } from '../api-error';
import { callEndpoint } from '../call-endpoint';
import { createUpload } from '../endpoints';
import type { UploadOptions } from './send-bytes';

/**
 * Announces a file and sends its bytes. Returns the upload id, which is then passed to the call that uses it
 * (`updateMe`).
 *
 * Rejects with `ApiError` (`too_large`, `unsupported_type`, `invalid` for a truncated file, `rate_limited`), or with
 * the reason of `signal` when that aborts. Nothing is retried: the user sees the error and tries again.
 */
export async function uploadFile(purpose: UploadPurpose, file: Blob, options: UploadOptions = {}): Promise<string> {
  const { signal } = options;
  // Few visits upload a file, so the code is loaded on demand.
  const [{ sendBytes }, { typeOfFile }] = await Promise.all([
    import('./send-bytes'),
    import('../../forms/file-type'),
  ]).catch(() => {
    throw networkError();
  });
  const { uploadId, putUrl } = await callEndpoint(
    createUpload,
    { body: { purpose, mime: await typeOfFile(file), size: file.size } },
    { ...(signal ? { signal } : {}) },
  );
  await sendBytes(putUrl, file, options);
  return uploadId;
}
