import { type ApiError, isApiError } from '@manabiba/shared/platform';

import { applicationError } from '../../core/participation/application-error';

const UNCERTAIN =
  'お支払いの結果を確認できませんでした。確認が済めばお申し込みは完了し、メールでお知らせします。二重に支払われることはありません。';

/** Explains why a payment could not be started, by what is said of a field where it is one. */
export const paymentError = (error: ApiError): string => Object.values(error.fields)[0] ?? applicationError(error);

/** Returns whether an error says nothing about what the api did. */
export const isUnanswered = ({ status }: ApiError) => status === 0 || status >= 500;

/**
 * Explains why a completed payment did not result in a seat. A missing response says nothing about the money, and
 * neither does this message.
 */
export const settlementError = (error: ApiError): string => (isUnanswered(error) ? UNCERTAIN : paymentError(error));

/** Returns an api refusal as a value; any other error is rethrown. */
export function refusalOrThrow(reason: unknown): ApiError {
  if (isApiError(reason)) return reason;
  throw reason;
}
