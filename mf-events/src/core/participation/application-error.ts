import type { ErrorCode } from '@manabiba/shared/contract/errors';
import type { ApiError } from '@manabiba/shared/platform';

/** Codes whose own sentence speaks of classrooms. */
const sentences: Partial<Record<ErrorCode, string>> = {
  ended: 'お申し込みの受付は終了しました。',
  not_open: 'お申し込みの受付は、まだ始まっていません。',
};

/** Why a seat of an event could not be had, or given up. */
export const applicationError = (error: ApiError): string => sentences[error.code] ?? error.message;
