interface Press {
  /** The element that is pressed when its part is there; undefined when nothing says the same any more. */
  find: () => HTMLElement | undefined;
  again: (element: HTMLElement) => void;
  look: Animation | undefined;
}

/** A text field, or a list to choose from. */
type TypedField = HTMLInputElement;

/**
 * Keeps what someone presses or types in the shell and in drawn parts until their code is there, and gives it to them
 * then: what the server has drawn looks alive before it is.
 *
 * Links work by themselves, as full loads. On a person's page, whose parts are drawn for nobody, those to sign-in are
 * presses of what the person gets in their place. What says something else by then is not pressed: 予約する may have become
 * 予約を取り消す. Of several presses of one element the last one counts. What is kept for an
 * element that has gone is dropped. The look of a kept press is an animation, because React compares attributes when it
 * hydrates.
 *
 * Runs in the browser: `earlyPresses` is its text, so that it may use nothing of this module.
 */
export class EarlyPresses {
  private readonly alive = new Set<string>();
  private readonly presses = new Map<HTMLElement, Press>();
  private readonly fields = new Map<TypedField, string>();
  private readonly status = document.createElement('div');
  private readonly observer = new MutationObserver(() => this.settle());
  /** Where text of an input method is unfinished. */
  private composing: EventTarget | null = null;

  constructor(private readonly isPersons = false) {
    this.status.setAttribute('role', 'status');
    this.status.style.cssText = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)';
    this.onCapture('click', (event) => this.onClick(event));
    this.onCapture('submit', (event) => {
      const form = event.target as HTMLFormElement;
      if (this.isWaiting(form))
        this.keep(event, form, {
          find: () => (form.isConnected ? form : undefined),
          again: () => form.requestSubmit(),
        });
    });
    this.onCapture('input', ({ target }) => {
      const field = target as TypedField;
      if ('value' in field && field.type !== 'file' && this.isWaiting(field)) this.fields.set(field, field.value);
    });
    this.onCapture('compositionstart', ({ target }) => {
      this.composing = target;
    });
    this.onCapture('compositionend', () => {
      this.composing = null;
      this.settle();
    });
    addEventListener('partready', (event) => {
      this.alive.add((event as CustomEvent<string>).detail);
      this.settle();
    });
  }

  private onCapture(type: string, listener: (event: Event) => void): void {
    document.addEventListener(type, listener, true);
  }

  private onClick(event: Event): void {
    const pressed = (event.target as Element).closest<HTMLElement>('a[href],summary,button,input');
    const kept = 'button,[type=submit],[type=button],[type=checkbox],[type=radio]';
    if (!pressed?.matches(this.isPersons ? `${kept},a[href^="/signin"]` : kept) || !this.isWaiting(pressed)) return;
    const { parentElement } = pressed;
    const index = Array.from(parentElement?.children ?? []).indexOf(pressed);
    const said = this.wordsOf(pressed);
    this.keep(event, pressed, {
      find: () => {
        const successor = this.isPersons ? parentElement?.children[index] : undefined;
        const now = (pressed.isConnected ? pressed : successor) as HTMLElement | undefined;
        return now?.isConnected && this.wordsOf(now) === said ? now : undefined;
      },
      again: (element) => element.dispatchEvent(new MouseEvent('click', event)),
    });
  }

  /** What a button says, as it says it to people who have signed in. */
  private wordsOf(element: Element): string {
    return (element.getAttribute('aria-label') ?? element.textContent ?? '').replace('ログインして', '');
  }

  private keep(event: Event, element: HTMLElement, press: Omit<Press, 'look'>): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    const taken = { opacity: [0.6, 0.6], cursor: ['progress', 'progress'] };
    const look = this.presses.get(element)?.look ?? element.animate?.(taken, { duration: 1000, iterations: Infinity });
    this.presses.delete(element);
    this.presses.set(element, { ...press, look });
    document.body.append(this.status);
    this.status.textContent = '読み込み中';
    this.observer.observe(document.body, { childList: true, subtree: true });
  }

  /** Whether a node is in the shell or a part without its code. Comments mark where parts begin and end. */
  private isWaiting(node: Node): boolean {
    const around = ['shell'];
    const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    while (comments.nextNode()) {
      const comment = comments.currentNode as Comment;
      if (!(comment.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
      if (comment.data.startsWith('part ')) around.push(comment.data.slice('part '.length));
      if (comment.data === '/part') around.pop();
    }
    return around.some((part) => !this.alive.has(part));
  }

  /** Gives everything to the parts that are there by now: text first, and each in a turn of its own, as from a person. */
  private settle(): void {
    for (const [field, text] of this.fields) {
      if (field === this.composing || (field.isConnected && this.isWaiting(field))) continue;
      this.fields.delete(field);
      setTimeout(() => this.retype(field, text));
    }
    for (const [element, { find, again, look }] of this.presses) {
      if (element.isConnected && this.isWaiting(element)) continue;
      this.presses.delete(element);
      look?.cancel();
      if (!element.isConnected && !this.isPersons) continue;
      // What a person gets stands in the part by then.
      setTimeout(() => {
        const now = find();
        if (now) again(now);
      });
    }
    if (this.presses.size > 0) return;
    this.observer.disconnect();
    this.status.remove();
  }

  private retype(field: TypedField, text: string): void {
    if (!field.isConnected) return;
    const { selectionStart, selectionEnd } = field;
    // React keeps silent about a value that was there before it came. It sees this one, and not the one that follows.
    field.value = `${text} `;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    if (typeof selectionStart === 'number') field.setSelectionRange(selectionStart, selectionEnd);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}

const text = `new ${String(EarlyPresses).replace(/\n\s+/g, '\n')}`;
/** The script of every page: of nobody, and of a person. */
export const earlyPresses = { nobody: text, person: `${text}(true)` } as const;
