import { zodResolver } from '@hookform/resolvers/zod';
import { birthDate, email } from '@manabiba/shared/contract/auth';
import { Link, paths, useLocation } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { LogIn } from 'lucide-react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

import { Calm, EventLink } from './outcomes';
import { PayForm } from './pay-form';
import type { FormProps } from './person-form';
import { type Contact, useGuestPayment } from './use-guest-payment';

import styles from './checkout.module.css';

const contactForm = z.object({ email, birthDate });

/** Checkout of a visitor. The archive of an event is watched with an account only. */
export function GuestForm(props: FormProps) {
  return props.ticket.kind === 'archive' ? <AccountFirst event={props.event} /> : <ContactForm {...props} />;
}

function AccountFirst({ event }: Pick<FormProps, 'event'>) {
  const { pathname, search } = useLocation();
  return (
    <Calm
      icon={LogIn}
      title="視聴チケットの購入には、アカウントが必要です。"
      actions={
        <>
          <Link className={buttonClass({ variant: 'primary' })} to={paths.signIn.href({}, { next: pathname + search })}>
            ログイン
          </Link>
          <Link className={buttonClass()} to={paths.signIn.href({}, { tab: 'signup', next: pathname + search })}>
            アカウントを作成
          </Link>
          <EventLink event={event} />
        </>
      }
    >
      アーカイブは、ログインしたアカウントでご覧いただきます。
    </Calm>
  );
}

/** Guest checkout with an e-mail address and a date of birth. */
function ContactForm({ event, ticket, round, onChanged, onExpired }: FormProps) {
  const { register, handleSubmit, formState } = useForm<Contact>({
    resolver: zodResolver(contactForm),
    defaultValues: { email: '', birthDate: '' },
  });
  const readContact = () => new Promise<Contact | null>((resolve) => void handleSubmit(resolve, () => resolve(null))());
  const payment = useGuestPayment({ event, ticket, round, readContact, onChanged });
  const field = (name: keyof Contact) => ({
    error: formState.errors[name]?.message,
    ...register(name),
    disabled: payment.isPaying,
  });
  return (
    <PayForm event={event} ticket={ticket} payment={payment} onExpired={onExpired}>
      <section className={styles.block} aria-labelledby="checkout-guest">
        <Head />
        <p className={styles.note}>
          アカウントがなくても、メールでお届けするリンクから入場できます。視聴のみの参加です。発言とコメントには、無料のアカウントが必要です。
        </p>
        <div className={styles.guest}>
          <TextField
            label="メールアドレス"
            type="email"
            autoComplete="email"
            hint="チケットをお届けします。"
            {...field('email')}
          />
          <TextField
            label="生年月日"
            type="date"
            autoComplete="bday"
            hint="18歳未満の方は、アカウントを作成し、保護者の方の同意を得てお申し込みください。"
            {...field('birthDate')}
          />
        </div>
      </section>
    </PayForm>
  );
}

function Head() {
  const { pathname, search } = useLocation();
  return (
    <>
      <div className={styles.guestHead}>
        <h2 id="checkout-guest">お客さまの情報</h2>
        <Link className={textLinkClass} to={paths.signIn.href({}, { next: pathname + search })}>
          ログインする
        </Link>
      </div>
      <p className={styles.note}>
        <Link className={textLinkClass} to={paths.termsOfUse.href()} target="_blank">
          利用規約
        </Link>
        に同意のうえ、お申し込みください。
      </p>
    </>
  );
}
