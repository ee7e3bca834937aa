import { birthDate, email } from '@manabiba/shared/contract/auth';
import { Link, paths, useLocation } from '@manabiba/shared/platform';
import { TextField } from '@manabiba/shared/ui/text-field';
import { textLinkClass } from '@manabiba/shared/ui/text-link';
import { useRef, useState } from 'react';

import { PayForm } from './pay-form';
import type { FormProps } from './person-form';
import { type Contact, useGuestPayment } from './use-guest-payment';

import styles from './checkout.module.css';

type Problems = Partial<Record<keyof Contact, string>>;
const rules = { email, birthDate };
const NAMES = ['email', 'birthDate'] as const;

function problemsOf(contact: Contact): Problems {
  const found: Problems = {};
  for (const name of NAMES) {
    const result = rules[name].safeParse(contact[name]);
    if (!result.success) found[name] = result.error.issues[0]?.message ?? '';
  }
  return found;
}

/** Guest checkout with an e-mail address and a date of birth. */
export function GuestForm({ event, ticket, round, onChanged, onExpired }: FormProps) {
  const [contact, setContact] = useState<Contact>({ email: '', birthDate: '' });
  const [problems, setProblems] = useState<Problems>({});
  const [emailInput, birthDateInput] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const readContact = () => {
    const read: Contact = { ...contact, email: contact.email.trim() };
    const found = problemsOf(read);
    setProblems(found);
    if (found.email !== undefined) emailInput.current?.focus();
    else if (found.birthDate !== undefined) birthDateInput.current?.focus();
    else return read;
    return null;
  };
  const payment = useGuestPayment({ event, ticket, round, readContact, onChanged });
  const field = (name: keyof Contact) => ({
    value: contact[name],
    error: problems[name],
    disabled: payment.isPaying,
    onChange: ({ target }: { target: { value: string } }) =>
      setContact((typed) => ({ ...typed, [name]: target.value })),
  });
  return (
    <PayForm event={event} ticket={ticket} payment={payment} onExpired={onExpired}>
      <section className={styles.block} aria-labelledby="checkout-guest">
        <Head />
        <div className={styles.guest}>
          <TextField
            label="メールアドレス"
            type="email"
            autoComplete="email"
            hint="チケットをお届けします。"
            ref={emailInput}
            {...field('email')}
          />
          <TextField
            label="生年月日"
            type="date"
            autoComplete="bday"
            hint="18歳未満の方は、アカウントを作成し、保護者の方の同意を得てお申し込みください。"
            ref={birthDateInput}
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
