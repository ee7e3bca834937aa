import type { ErrorCode } from '@manabiba/shared/contract/errors';
import type { ApiError } from '@manabiba/shared/platform';

/** Error codes whose default message mentions classrooms. */
const sentences: Partial<Record<ErrorCode, string>> = {
  ended: 'お申し込みの受付は終了しました。',
  not_open: 'お申し込みの受付は、まだ始まっていません。',
};

/** Explains why applying for a seat, or cancelling it, failed. */
export const applicationError = (error: ApiError): string => sentences[error.code] ?? error.message;

/** Shown to a buyer whom the payment provider sent back without a payment. */
export const NOT_PAID = 'お支払いは完了していません。もう一度お試しいただくか、別の方法をお選びください。';
