import type { SeatRecipient } from '@manabiba/shared/contract/seat-transfers';
import { useLazyComponent } from '@manabiba/shared/loading/use-lazy-component';
import { classNames } from '@manabiba/shared/ui/class-names';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

import type { GiftFieldsProps } from './gift-fields';

import styles from './checkout.module.css';

interface GiftChoiceProps extends Omit<GiftFieldsProps, 'gift'> {
  /** Null while the seat is the buyer's own. */
  gift: SeatRecipient | null;
}

const loadFields = () => import(/* webpackChunkName: "giving" */ './gift-fields').then(({ GiftFields }) => GiftFields);

/** A quiet line that opens the fields of a gift. */
export function GiftChoice({ gift, ...props }: GiftChoiceProps) {
  const { isDisabled, onChange } = props;
  const { component: GiftFields, fetch } = useLazyComponent(loadFields);
  if (gift && GiftFields) return <GiftFields gift={gift} {...props} />;
  return (
    <button
      type="button"
      className={classNames(textLinkClass, styles.discountOpen)}
      disabled={isDisabled}
      onClick={() => void fetch().then((isLoaded) => isLoaded && onChange({ email: '', message: '' }))}
    >
      プレゼントとして贈る
    </button>
  );
}
