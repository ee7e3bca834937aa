import { birthDate, email } from '@manabiba/shared/contract/auth';
import { Link, paths, useLocation } from '@manabiba/shared/platform';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { useRef, useState } from 'react';

import type { FormProps } from './checkout';
import styles from './checkout.module.css';
import { PayForm } from './pay-form';
import { type Contact, useGuestPayment } from './use-guest-payment';

type Problems = Partial<Record<keyof Contact, string>>;
const rules = { email, birthDate };
const NAMES = ['email', 'birthDate'] as const;

/** Pays without an account: with an address and a date of birth. */
export function GuestForm({ event, ticket, onChanged, onExpired }: FormProps) {
  const [contact, setContact] = useState<Contact>({ email: '', birthDate: '' });
  const [problems, setProblems] = useState<Problems>({});
  const inputs = useRef<Partial<Record<keyof Contact, HTMLInputElement | null>>>({});
  const { pathname, search } = useLocation();
  const readContact = async () => {
    const read: Contact = { email: contact.email.trim(), birthDate: contact.birthDate };
    const found: Problems = {};
    for (const name of NAMES) {
      const result = rules[name].safeParse(read[name]);
      if (!result.success) found[name] = result.error.issues[0]?.message ?? '';
    }
    setProblems(found);
    const first = NAMES.find((name) => found[name] !== undefined);
    if (!first) return Promise.resolve(read);
    inputs.current[first]?.focus();
    return Promise.resolve(null);
  };
  const payment = useGuestPayment({ event, ticket, readContact, onChanged });
  const field = (name: keyof Contact) => ({
    value: contact[name],
    error: problems[name],
    disabled: payment.isPaying,
    ref: (input: HTMLInputElement | null) => {
      inputs.current[name] = input;
    },
    onChange: ({ target }: { target: { value: string } }) => setContact({ ...contact, [name]: target.value }),
  });
  return (
    <PayForm event={event} ticket={ticket} payment={payment} onExpired={onExpired}>
      <section className={styles.block} aria-labelledby="checkout-guest">
        <div className={styles.guestHead}>
          <h2 id="checkout-guest">お客さまの情報</h2>
          <Link className={textLinkClass} to={paths.signIn.href({}, { next: pathname + search })}>
            ログインする
          </Link>
        </div>
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
          <p className={styles.note}>
            お申し込みにより、
            <Link className={textLinkClass} to={paths.termsOfUse.href()} target="_blank">
              利用規約
            </Link>
            に同意したものとみなします。
          </p>
        </div>
      </section>
    </PayForm>
  );
}
