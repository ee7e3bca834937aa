import { Notice } from '@manabiba/shared/ui/notice';

/** Why a payment failed or could not be started. */
export const Refusal = ({ children }: { children: string }) => (
  <Notice tone="error" role="alert">
    {children}
  </Notice>
);
