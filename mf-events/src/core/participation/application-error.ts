import type { ErrorCode } from '@manabiba/shared/contract/errors';
import type { ApiError } from '@manabiba/shared/platform';

/** Error codes whose default message mentions classrooms. */
const sentences: Partial<Record<ErrorCode, string>> = {
  ended: 'お申し込みの受付は終了しました。',
  not_open: 'お申し込みの受付は、まだ始まっていません。',
};

/** Explains why applying for a seat, or cancelling it, failed. */
export const applicationError = (error: ApiError): string => sentences[error.code] ?? error.message;
