import type { ApiError } from '@manabiba/shared/platform';

import { applicationError } from '../../core/participation/application-error';

const UNCERTAIN =
  'お支払いの結果を確認できませんでした。確認が済めばお申し込みは完了し、メールでお知らせします。二重に支払われることはありません。';

/** Why a payment could not be begun. */
export const paymentError = (error: ApiError): string => error.fields['method'] ?? applicationError(error);

/** Why a payment that was made has not become a seat. An answer that did not come says nothing of the money: neither does this. */
export const settlementError = (error: ApiError): string =>
  error.status === 0 || error.status >= 500 ? UNCERTAIN : paymentError(error);
