import { networkError, toApiError } from '../api-error';
import { notifyListeners } from '../call-endpoint';

export interface UploadOptions {
  /** Aborts the upload; no partial file is kept. */
  signal?: AbortSignal;
  /** Progress from 0 to 1. */
  onProgress?: (share: number) => void;
}

/** An upload without progress for this long has failed, in milliseconds. */
const STALL_MS = 30_000;

/** The only request without `fetch`, which does not report upload progress. */
export function sendBytes(url: string, file: Blob, { signal, onProgress }: UploadOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stall = setTimeout(stop, STALL_MS);
    function stop() {
      request.abort();
    }
    function handleEnd() {
      clearTimeout(stall);
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted) reject(signal.reason as Error);
      else if (request.status === 0) reject(notifyListeners(networkError()));
      else if (request.status >= 300)
        reject(
          notifyListeners(
            toApiError(request.status, readJson(request.responseText), request.getResponseHeader('Retry-After')),
          ),
        );
      else resolve();
    }
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stall);
      stall = setTimeout(stop, STALL_MS);
      onProgress?.(total === 0 ? 0 : loaded / total);
    };
    request.onloadend = handleEnd;
    signal?.addEventListener('abort', stop, { once: true });
    request.open('PUT', url);
    request.setRequestHeader('Content-Type', file.type);
    if (signal?.aborted) handleEnd();
    else request.send(file);
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
