import { type IncomingMessage, request as httpRequest } from 'node:http';

/** One numbered array of the wire protocol. */
export type Numbered = [number, unknown[]];
export type Message = Record<string, Record<string, unknown>>;

/**
 * Splits a stream into chunks by the protocol's own length prefix, which counts JavaScript characters rather than
 * bytes.
 */
export function splitChunks(text: string): { arrays: Numbered[]; rest: string } {
  const arrays: Numbered[] = [];
  let rest = text;
  while (true) {
    const newline = rest.indexOf('\n');
    const length = Number(rest.slice(0, newline));
    if (newline === -1 || rest.length < newline + 1 + length) return { arrays, rest };
    arrays.push(...(JSON.parse(rest.slice(newline + 1, newline + 1 + length)) as Numbered[]));
    rest = rest.slice(newline + 1 + length);
  }
}

/** A WebChannel client that works on raw bytes. */
export class RawChannel {
  readonly arrays: Numbered[] = [];
  sid = '';
  sessionId: string | undefined;
  lastId = 0;
  #offset = 0;
  #request = 1000;
  #waiting: (() => void)[] = [];
  #answer: IncomingMessage | undefined;

  constructor(
    private readonly url: string,
    private readonly kind: 'Listen' | 'Write' = 'Listen',
    private readonly headers: Record<string, string> = {},
  ) {}

  address(parameters: Record<string, string>): string {
    const query = new URLSearchParams({
      VER: '8',
      database: 'projects/test/databases/(default)',
      ...parameters,
      ...(this.sessionId && { gsessionid: this.sessionId }),
    });
    return `${this.url}/google.firestore.v1.Firestore/${this.kind}/channel?${query}`;
  }

  form(messages: unknown[], offset = this.#offset, headers = ''): string {
    const form = new URLSearchParams({
      ...(headers && { headers }),
      count: String(messages.length),
      ofs: String(offset),
    });
    for (const [index, message] of messages.entries())
      form.set(`req${index}___data__`, typeof message === 'string' ? message : JSON.stringify(message));
    return form.toString();
  }

  async open(token: string | undefined, messages: unknown[]): Promise<{ status: number; text: string }> {
    const headers = token === undefined ? '' : `X-Goog-Api-Client:gl-js/\r\nAuthorization:Bearer ${token}\r\n`;
    const response = await fetch(this.address({ RID: '1', CVER: '22', 'X-HTTP-Session-Id': 'gsessionid' }), {
      method: 'POST',
      body: this.form(messages, 0, headers),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...this.headers },
    });
    const text = await response.text();
    this.#offset = messages.length;
    if (response.status === 200) {
      this.sid = (splitChunks(text).arrays[0]?.[1] as string[])[1] as string;
      this.sessionId = response.headers.get('x-http-session-id') ?? undefined;
    }
    return { status: response.status, text };
  }

  async post(
    messages: unknown[],
    {
      offset = this.#offset,
      parameters = {},
      headers = {},
    }: { offset?: number; parameters?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    this.#offset = Math.max(this.#offset, offset + messages.length);
    this.#request += 1;
    const response = await fetch(
      this.address({ SID: this.sid, RID: String(this.#request), AID: String(this.lastId), ...parameters }),
      {
        method: 'POST',
        body: this.form(messages, offset),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...this.headers, ...headers },
      },
    );
    return { status: response.status, text: await response.text() };
  }

  /**
   * Opens a hanging request on the back channel and collects incoming messages. Resolves when the headers have arrived.
   */
  async hang({
    acknowledged = this.lastId,
    longPoll = false,
  }: { acknowledged?: number; longPoll?: boolean } = {}): Promise<IncomingMessage> {
    const answer = await new Promise<IncomingMessage>((done, fail) => {
      httpRequest(
        this.address({
          SID: this.sid,
          RID: 'rpc',
          AID: String(acknowledged),
          CI: longPoll ? '1' : '0',
          TYPE: 'xmlhttp',
        }),
        { headers: this.headers, agent: false },
        done,
      )
        .on('error', fail)
        .end();
    });
    let buffer = '';
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => {
      const { arrays, rest } = splitChunks(buffer + text);
      buffer = rest;
      this.arrays.push(...arrays);
      this.lastId = arrays.at(-1)?.[0] ?? this.lastId;
      for (const wake of this.#waiting.splice(0)) wake();
    });
    answer.on('end', () => {
      for (const wake of this.#waiting.splice(0)) wake();
    });
    answer.on('error', () => undefined);
    this.#answer = answer;
    return answer;
  }

  /** The messages so far, without heartbeats. */
  get messages(): Message[] {
    return this.arrays
      .filter(([, payload]) => typeof payload[0] === 'object')
      .map(([, payload]) => payload[0] as Message);
  }

  /** Waits until a condition is met. The test's own timeout bounds the wait. */
  async until(condition: (messages: Message[]) => boolean): Promise<Message[]> {
    while (!condition(this.messages))
      await new Promise<void>((wake) => {
        this.#waiting.push(wake);
      });
    return this.messages;
  }

  /** Waits for `times` consistent snapshots, i.e. the target is complete and the client may show it. */
  snapshots(times: number): Promise<Message[]> {
    return this.until(
      (messages) =>
        messages.filter(({ targetChange }) => targetChange?.targetChangeType === 'NO_CHANGE').length >= times,
    );
  }

  drop(): void {
    this.#answer?.destroy();
  }
}
