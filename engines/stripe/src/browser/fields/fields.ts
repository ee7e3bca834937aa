import type { PaymentMethodResult, StripeError } from '@stripe/stripe-js';

import { createMethod, type Param } from '../api';
import {
  CONNECT,
  type FieldsSettings,
  type FieldsState,
  type FromFields,
  type MethodType,
  type ToFields,
  type Validation,
} from '../channel';
import { inLanguage, labelsIn } from '../language';
import { brandOf, type CardField, expiryOf, formatCvc, formatExpiry, formatNumber, problemOf } from './card-format';
import { make, methodChoice, testCards, type TextField, textField } from './fields-view';

const FIELDS: readonly CardField[] = ['number', 'expiry', 'cvc'];
/** Stripe's names of the variables that a page may set. Values are restricted by `isHarmless`. */
const VARIABLES = [
  'colorPrimary',
  'colorBackground',
  'colorText',
  'colorTextSecondary',
  'colorDanger',
  'borderRadius',
  'fontFamily',
  'fontSizeBase',
  'colorBorder',
];
const isHarmless = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w\s#%.,()'"/-]{1,200}$/.test(value);

/** The content of the card frame. It communicates with the embedding page over one port. */
class Fields {
  #settings: FieldsSettings | undefined;
  #fields: Record<CardField, TextField> | undefined;
  #method: MethodType = 'card';
  #server: StripeError | null = null;
  readonly #shown = new Set<CardField>();
  readonly #root = make('div', 'fields');

  constructor(private readonly port: MessagePort) {
    port.onmessage = ({ data }: MessageEvent<ToFields>) => void this.#receive(data);
    document.body.replaceChildren(this.#root);
    new ResizeObserver(() => this.#sendHeight()).observe(this.#root);
    this.#root.addEventListener('focusin', () => this.#send({ kind: 'focus' }));
    this.#root.addEventListener('focusout', () => this.#send({ kind: 'blur' }));
    this.#root.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#send({ kind: 'escape' });
    });
  }

  async #receive(message: ToFields): Promise<void> {
    switch (message.kind) {
      case 'settings':
        this.#apply(message.settings);
        return;
      case 'focus':
        (this.#firstProblem() ?? this.#fields?.number)?.input.focus();
        return;
      case 'blur':
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        return;
      case 'clear':
        this.#fill({ number: '', expiry: '', cvc: '' });
        return;
      case 'validate':
        this.#send({ kind: 'validated', call: message.call, result: this.#validate() });
        return;
      case 'makeMethod':
        this.#send({ kind: 'made', call: message.call, result: await this.#makeMethod(message.details) });
    }
  }

  #send(message: FromFields): void {
    this.port.postMessage(message);
  }

  /** Rebuilds only what the new settings change; the input is kept. */
  #apply(settings: FieldsSettings): void {
    const before = this.#settings;
    this.#settings = settings;
    const { documentElement: html } = document;
    html.lang = settings.locale;
    html.dataset['theme'] = settings.theme;
    for (const name of VARIABLES) {
      const value = settings.variables[name];
      if (isHarmless(value)) html.style.setProperty(`--${name}`, value);
      else html.style.removeProperty(`--${name}`);
    }
    const shape = ({ locale, methods, layout }: FieldsSettings) => `${locale} ${methods.join()} ${layout}`;
    if (!before || shape(before) !== shape(settings)) this.#build(settings);
    for (const name of FIELDS) if (this.#fields) this.#fields[name].input.disabled = settings.isDisabled;
    if (before) return;
    // The height comes first: a page that offers its button when the fields are ready must not move under the pointer.
    this.#sendHeight();
    this.#send({ kind: 'ready' });
  }

  #sendHeight(): void {
    this.#send({ kind: 'height', px: this.#root.getBoundingClientRect().height });
  }

  #build({ locale, methods, layout }: FieldsSettings): void {
    const labels = labelsIn(locale);
    const typed = this.#typed();
    if (!methods.includes(this.#method)) this.#method = methods[0] ?? 'card';
    this.#fields = {
      number: textField('number', labels.number, '1234 1234 1234 1234'),
      expiry: textField('expiry', labels.expiry, labels.expiryHint),
      cvc: textField('cvc', labels.cvc, labels.cvcHint),
    };
    for (const name of FIELDS) this.#listen(name, this.#fields[name]);
    const { number, expiry, cvc } = this.#fields;
    const card = make('div', 'card', number.row, make('div', 'pair', expiry.row, cvc.row));
    card.append(testCards(labels, (picked) => this.#fill({ number: picked, expiry: `12${nextYear()}`, cvc: '123' })));
    const note = make('p', 'paypay', labels.paypayNote);
    const choices = make('fieldset', 'choices', make('legend', 'label', labels.method));
    for (const method of methods) choices.append(methodChoice(method, labels[method], method === this.#method));
    choices.hidden = layout === 'card' || methods.length < 2;
    const show = () => {
      card.hidden = this.#method !== 'card';
      note.hidden = this.#method !== 'paypay';
    };
    choices.addEventListener('change', ({ target }) => {
      this.#method = (target as HTMLInputElement).value as MethodType;
      show();
      this.#changed();
    });
    show();
    this.#root.replaceChildren(choices, card, note);
    this.#fill(typed);
  }

  #listen(name: CardField, { input }: TextField): void {
    let before = '';
    input.addEventListener('input', () => {
      this.#server = null;
      const { value } = input;
      if (name === 'number') input.value = keepingCaret(input, formatNumber(value));
      else input.value = name === 'expiry' ? formatExpiry(value, before) : formatCvc(value, this.#typed().number);
      before = input.value;
      if (problemOf(name, this.#typed(), new Date()) === null) this.#moveOn(name);
      this.#changed();
    });
    input.addEventListener('blur', () => {
      if (input.value !== '') this.#shown.add(name);
      this.#changed();
    });
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Enter') this.#validate();
    });
  }

  /** Moves the focus to the next field once a field is complete and the cursor is at its end. */
  #moveOn(name: CardField): void {
    const input = this.#fields?.[name].input;
    const next = FIELDS[FIELDS.indexOf(name) + 1];
    if (next && input && document.activeElement === input && input.selectionStart === input.value.length)
      this.#fields?.[next].input.focus();
  }

  #typed(): Record<CardField, string> {
    const valueOf = (name: CardField) => this.#fields?.[name].input.value ?? '';
    return { number: valueOf('number'), expiry: valueOf('expiry'), cvc: valueOf('cvc') };
  }

  #fill({ number, expiry, cvc }: Record<CardField, string>): void {
    if (!this.#fields) return;
    this.#fields.number.input.value = formatNumber(number);
    this.#fields.expiry.input.value = formatExpiry(expiry);
    this.#fields.cvc.input.value = formatCvc(cvc, number);
    this.#server = null;
    this.#shown.clear();
    this.#changed();
  }

  #problem(name: CardField): StripeError | null {
    const problem = problemOf(name, this.#typed(), new Date());
    return problem && inLanguage(problem, this.#settings?.locale ?? '');
  }

  #firstProblem(): TextField | undefined {
    const name = FIELDS.find((field) => this.#problem(field));
    return name && this.#fields?.[name];
  }

  #changed(): void {
    const shown = FIELDS.filter((name) => this.#shown.has(name));
    for (const name of FIELDS)
      this.#fields?.[name].show(shown.includes(name) ? (this.#problem(name)?.message ?? null) : null);
    this.#showServerError();
    this.#send({ kind: 'change', state: this.#state(shown) });
  }

  #state(shown: readonly CardField[]): FieldsState {
    const typed = this.#typed();
    const isCard = this.#method === 'card';
    return {
      isComplete: !isCard || FIELDS.every((name) => this.#problem(name) === null),
      isEmpty: isCard && FIELDS.every((name) => typed[name] === ''),
      method: this.#method,
      brand: brandOf(typed.number),
      error: shown.map((name) => this.#problem(name)).find((problem) => problem !== null) ?? null,
    };
  }

  /** Shows an error of the engine at the field it refers to. */
  #showServerError(): void {
    const { param, message } = this.#server ?? {};
    const field =
      param === 'number' ? 'number' : param === 'cvc' ? 'cvc' : param?.startsWith('exp') ? 'expiry' : undefined;
    if (field) this.#fields?.[field].show(message ?? null);
  }

  #validate(): Validation {
    if (this.#method !== 'card') return { selected: this.#method };
    for (const name of FIELDS) this.#shown.add(name);
    this.#changed();
    const wrong = FIELDS.find((name) => this.#problem(name));
    if (!wrong) return { selected: 'card' };
    this.#fields?.[wrong].input.focus();
    return { error: this.#problem(wrong) as StripeError };
  }

  async #makeMethod(details: Readonly<Record<string, unknown>>): Promise<PaymentMethodResult> {
    const settings = this.#settings;
    if (!settings) throw new Error('The frame has no settings yet.');
    const checked = this.#validate();
    if ('error' in checked) return { error: checked.error };
    const { number, expiry, cvc } = this.#typed();
    const { month, year } = expiryOf(expiry) ?? { month: 0, year: 0 };
    const card = { number: number.replaceAll(' ', ''), exp_month: month, exp_year: year, cvc };
    const { key, account, locale } = settings;
    const made = await createMethod(
      { origin: location.origin, key, account, locale },
      { ...(details as Record<string, Param>), type: this.#method, ...(this.#method === 'card' && { card }) },
    );
    if (!('error' in made)) return { paymentMethod: made.value };
    this.#server = made.error;
    this.#showServerError();
    return { error: made.error };
  }
}

const nextYear = () => String((new Date().getFullYear() + 4) % 100).padStart(2, '0');

/** Keeps the cursor after the digit at which it was. */
function keepingCaret(input: HTMLInputElement, formatted: string): string {
  const at = input.selectionStart ?? input.value.length;
  const digits = input.value.slice(0, at).replaceAll(/\D/g, '').length;
  if (at >= input.value.length) return formatted;
  let [place, seen] = [0, 0];
  while (place < formatted.length && seen < digits) {
    if (/\d/.test(formatted[place] ?? '')) seen += 1;
    place += 1;
  }
  queueMicrotask(() => input.setSelectionRange(place, place));
  return formatted;
}

addEventListener('message', ({ data, source, ports }: MessageEvent<{ kind?: string } | null>) => {
  const [port] = ports;
  if (source === parent && data?.kind === CONNECT && port) new Fields(port);
});
