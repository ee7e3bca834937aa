import type { Labels } from '../language';
import type { CardField } from './card-format';

export interface TextField {
  readonly row: HTMLElement;
  readonly input: HTMLInputElement;
  show(error: string | null): void;
}

/** Test cards that can be filled in with one click, with their label. */
const TEST_CARDS: readonly (readonly [number: string, label: keyof Labels])[] = [
  ['4242424242424242', 'success'],
  ['4000000000000002', 'declined'],
  ['4000000000009995', 'funds'],
  ['4000000000000069', 'expired'],
  ['4000000000000127', 'cvcWrong'],
  ['4000000000003220', 'challenge'],
];

const AUTOFILL: Record<CardField, string> = { number: 'cc-number', expiry: 'cc-exp', cvc: 'cc-csc' };

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  node.className = className;
  node.append(...children);
  return node;
}

/** Builds one field with its label and its error. */
export function textField(name: CardField, label: string, placeholder: string): TextField {
  const input = make('input', 'input');
  input.id = name;
  input.name = name;
  input.type = 'text';
  input.inputMode = 'numeric';
  input.autocomplete = AUTOFILL[name] as AutoFill;
  input.placeholder = placeholder;
  input.spellcheck = false;
  input.setAttribute('aria-required', 'true');
  const caption = make('label', 'label', label);
  caption.htmlFor = name;
  const problem = make('p', 'error');
  problem.id = `${name}-error`;
  problem.hidden = true;
  const row = make('div', `field field-${name}`, caption, make('div', 'box', input), problem);
  return {
    row,
    input,
    show(error) {
      problem.textContent = error;
      problem.hidden = error === null;
      if (error === null) {
        input.removeAttribute('aria-invalid');
        input.removeAttribute('aria-describedby');
      } else {
        input.setAttribute('aria-invalid', 'true');
        input.setAttribute('aria-describedby', problem.id);
      }
    },
  };
}

/** Builds the list of test cards, each a button. */
export function testCards(labels: Labels, onPick: (number: string) => void): HTMLElement {
  const list = make('ul', 'cards');
  for (const [number, label] of TEST_CARDS) {
    const button = make('button', 'pick', make('span', 'pick-label', labels[label]), `…${number.slice(-4)}`);
    button.type = 'button';
    button.addEventListener('click', () => onPick(number));
    list.append(make('li', '', button));
  }
  return make('details', 'hints', make('summary', '', labels.testCards), make('p', 'note', labels.testNote), list);
}

/** Builds one payment method option. */
export function methodChoice(value: string, label: string, isChecked: boolean): HTMLLabelElement {
  const input = make('input', '');
  input.type = 'radio';
  input.name = 'method';
  input.value = value;
  input.checked = isChecked;
  return make('label', 'choice', input, label);
}
