interface QueuedEvent {
  /** Returns the element to replay the event on; undefined when no element has the same label any more. */
  find: () => HTMLElement | undefined;
  replay: (element: HTMLElement) => void;
  /** Dims the element while it waits. */
  animation: Animation | undefined;
}

/** A text field or a select. */
type TypedField = HTMLInputElement;

/**
 * Queues clicks and typed text on the shell and on rendered parts until their code is there, then replays them: HTML
 * from the server looks usable before it is.
 *
 * Links work without code, as full page loads. On a signed-in page, whose parts are rendered anonymously, links to
 * sign-in count as clicks on what replaces them. A click is not replayed when the label has changed: 予約する may have
 * become 予約を取り消す. Of several clicks on one element the last one counts. Events on removed elements are dropped. The
 * element is dimmed by an animation because React compares attributes during hydration.
 */
export class EventReplay {
  private readonly alive = new Set<string>();
  private readonly queued = new Map<HTMLElement, QueuedEvent>();
  private readonly fields = new Map<TypedField, string>();
  private readonly status = document.createElement('div');
  private readonly observer = new MutationObserver(() => this.settle());
  /** The field with unfinished input method text. */
  private composing: EventTarget | null = null;

  constructor(private readonly isSignedIn: boolean) {
    this.status.setAttribute('role', 'status');
    this.status.style.cssText = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)';
    this.onCapture('click', (event) => this.onClick(event));
    this.onCapture('submit', (event) => {
      const form = event.target as HTMLFormElement;
      if (this.isWaiting(form))
        this.queue(event, form, {
          find: () => (form.isConnected ? form : undefined),
          replay: () => form.requestSubmit(),
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
    const clicked = (event.target as Element).closest<HTMLElement>('a[href],summary,button,input');
    const replayable = 'button,[type=submit],[type=button],[type=checkbox],[type=radio]';
    if (
      !clicked?.matches(this.isSignedIn ? `${replayable},a[href^="/signin"]` : replayable) ||
      !this.isWaiting(clicked)
    )
      return;
    const { parentElement } = clicked;
    const index = Array.from(parentElement?.children ?? []).indexOf(clicked);
    const label = this.labelOf(clicked);
    this.queue(event, clicked, {
      find: () => {
        const successor = this.isSignedIn ? parentElement?.children[index] : undefined;
        const now = (clicked.isConnected ? clicked : successor) as HTMLElement | undefined;
        return now?.isConnected && this.labelOf(now) === label ? now : undefined;
      },
      replay: (element) => element.dispatchEvent(new MouseEvent('click', event)),
    });
  }

  /** The label of a button, as signed-in users get it. */
  private labelOf(element: Element): string {
    return (element.getAttribute('aria-label') ?? element.textContent ?? '').replace('ログインして', '');
  }

  private queue(event: Event, element: HTMLElement, entry: Omit<QueuedEvent, 'animation'>): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    const keyframes = { opacity: [0.6, 0.6], cursor: ['progress', 'progress'] };
    const animation =
      this.queued.get(element)?.animation ?? element.animate?.(keyframes, { duration: 1000, iterations: Infinity });
    this.queued.delete(element);
    this.queued.set(element, { ...entry, animation });
    document.body.append(this.status);
    this.status.textContent = '読み込み中';
    this.observer.observe(document.body, { childList: true, subtree: true });
  }

  /** Whether a node is in the shell or a part whose code is not there. Comments mark where parts start and end. */
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

  /** Replays the events of the parts that are there: text first, each in its own task, like events from a user. */
  private settle(): void {
    for (const [field, text] of this.fields) {
      if (field === this.composing || (field.isConnected && this.isWaiting(field))) continue;
      this.fields.delete(field);
      setTimeout(() => this.retype(field, text));
    }
    for (const [element, { find, replay, animation }] of this.queued) {
      if (element.isConnected && this.isWaiting(element)) continue;
      this.queued.delete(element);
      animation?.cancel();
      if (!element.isConnected && !this.isSignedIn) continue;
      // By then the part shows what the user gets.
      setTimeout(() => {
        const now = find();
        if (now) replay(now);
      });
    }
    if (this.queued.size > 0) return;
    this.observer.disconnect();
    this.status.remove();
  }

  private retype(field: TypedField, text: string): void {
    if (!field.isConnected) return;
    const { selectionStart, selectionEnd } = field;
    // React ignores a value that was there before hydration. It tracks this one, so that the next one counts as a
    // change.
    field.value = `${text} `;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text);
    if (typeof selectionStart === 'number') field.setSelectionRange(selectionStart, selectionEnd);
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
