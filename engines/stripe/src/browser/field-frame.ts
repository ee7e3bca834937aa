import { CONNECT, type FieldsSettings, type FieldsState, type FromFields, type ToFields } from './channel';
import type { Labels } from './language';

export interface FrameEvents {
  ready(): void;
  change(state: FieldsState): void;
  focus(): void;
  blur(): void;
  escape(): void;
  loaderror(): void;
}

type Answer = Extract<FromFields, { call: number }>;

/** The initial height of a frame, until its content reports the real one. */
const FIRST_HEIGHT_PX = 190;

/** A frame of the engine's origin for card input. The surrounding page never sees its content. */
export class FieldFrame {
  readonly #frame = document.createElement('iframe');
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #port: MessagePort | undefined;
  #settings: FieldsSettings;
  #calls = 0;

  constructor(
    private readonly origin: string,
    settings: FieldsSettings,
    private readonly events: FrameEvents,
    labels: Labels,
  ) {
    this.#settings = settings;
    const { style } = this.#frame;
    style.display = 'block';
    style.width = '100%';
    style.height = `${FIRST_HEIGHT_PX}px`;
    style.border = '0';
    this.#frame.title = labels.card;
    this.#frame.src = `${origin}/elements/fields`;
    this.#frame.addEventListener('load', () => this.#connect());
    this.#frame.addEventListener('error', () => events.loaderror());
    this.#look();
  }

  mount(place: HTMLElement): void {
    place.replaceChildren(this.#frame);
  }

  /** Removes the frame and discards the input, as Stripe does. */
  unmount(): void {
    this.#port?.close();
    this.#port = undefined;
    this.#frame.remove();
  }

  update(settings: FieldsSettings): void {
    this.#settings = settings;
    this.#look();
    this.#send({ kind: 'settings', settings });
  }

  command(kind: 'blur' | 'clear' | 'focus'): void {
    this.#send({ kind });
  }

  async validate() {
    const answer = await this.#ask((call) => ({ kind: 'validate', call }));
    if (answer.kind !== 'validated') throw new Error('The frame sent an unexpected answer.');
    return answer.result;
  }

  async makeMethod(details: Readonly<Record<string, unknown>>) {
    const answer = await this.#ask((call) => ({ kind: 'makeMethod', call, details }));
    if (answer.kind !== 'made') throw new Error('The frame sent an unexpected answer.');
    return answer.result;
  }

  /** A frame whose colour scheme differs from that of its element would get an opaque background. */
  #look(): void {
    this.#frame.style.colorScheme = this.#settings.theme;
  }

  #connect(): void {
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    port1.onmessage = ({ data }: MessageEvent<FromFields>) => this.#receive(data);
    // Only a document of the engine gets the port.
    this.#frame.contentWindow?.postMessage({ kind: CONNECT }, this.origin, [port2]);
    this.#send({ kind: 'settings', settings: this.#settings });
  }

  #send(message: ToFields): void {
    this.#port?.postMessage(message);
  }

  #ask(message: (call: number) => ToFields): Promise<Answer> {
    if (!this.#port) throw new Error('The element is not mounted.');
    this.#calls += 1;
    const call = this.#calls;
    return new Promise((done) => {
      this.#waiting.set(call, done);
      this.#send(message(call));
    });
  }

  #receive(message: FromFields): void {
    switch (message.kind) {
      case 'height':
        this.#frame.style.height = `${Math.min(Math.max(0, Math.ceil(message.px)), 2000)}px`;
        return;
      case 'change':
        this.events.change(message.state);
        return;
      case 'made':
      case 'validated':
        this.#waiting.get(message.call)?.(message);
        this.#waiting.delete(message.call);
        return;
      case 'blur':
      case 'escape':
      case 'focus':
      case 'ready':
        this.events[message.kind]();
    }
  }
}
