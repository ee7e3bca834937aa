import { SignalRequest, SignalResponse } from '@livekit/protocol';
import { WebSocket } from 'ws';

export type Sent = NonNullable<NonNullable<ConstructorParameters<typeof SignalRequest>[0]>['message']>;
type Received = SignalResponse['message'];
type ValueOf<Case extends Received['case']> = Extract<Received, { case: Case }>['value'];

/** A signal client without media that sends exactly what a test specifies. */
export class RawClient {
  readonly received: Received[] = [];
  readonly #waiting = new Set<() => void>();
  closedWith: number | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      this.received.push(SignalResponse.fromBinary(data as Buffer).message);
      this.#wake();
    });
    socket.on('close', (code) => {
      this.closedWith = code;
      this.#wake();
    });
    socket.on('error', () => undefined);
  }

  /** Opens the connection; rejects with the HTTP status when it is rejected. */
  static open(url: string, token: string, query = ''): Promise<RawClient> {
    const address = `${url.replace('http', 'ws')}/rtc?access_token=${token}&protocol=16&auto_subscribe=1${query}`;
    const socket = new WebSocket(address);
    const client = new RawClient(socket);
    return new Promise((done, fail) => {
      socket.on('open', () => done(client));
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        fail(new Error(`refused with ${response.statusCode}`));
      });
      socket.on('error', fail);
    });
  }

  /** Opens the connection and waits for the join response. */
  static async join(url: string, token: string): Promise<RawClient> {
    const client = await RawClient.open(url, token);
    await client.next('join');
    return client;
  }

  get participantSid(): string {
    return this.all('join')[0]?.participant?.sid ?? '';
  }

  send(message: Sent): void {
    this.socket.send(new SignalRequest({ message }).toBinary());
  }

  all<Case extends Exclude<Received['case'], undefined>>(name: Case): ValueOf<Case>[] {
    return this.received.filter((message) => message.case === name).map(({ value }) => value as ValueOf<Case>);
  }

  /** Resolves with the first matching message of a kind, once it has arrived. */
  async next<Case extends Exclude<Received['case'], undefined>>(
    name: Case,
    fits: (value: ValueOf<Case>) => boolean = () => true,
  ): Promise<ValueOf<Case>> {
    for (;;) {
      const found = this.all(name).find(fits);
      if (found) return found;
      if (this.closedWith !== undefined) throw new Error(`Closed with ${this.closedWith} before ${name}.`);
      await this.#change();
    }
  }

  async closed(): Promise<number> {
    while (this.closedWith === undefined) await this.#change();
    return this.closedWith;
  }

  /** Waits until the engine has handled everything sent so far. */
  async settle(): Promise<void> {
    const timestamp = BigInt(Math.floor(Math.random() * 1e9));
    this.send({ case: 'pingReq', value: { timestamp, rtt: 0n } });
    await this.next('pongResp', ({ lastPingTimestamp }) => lastPingTimestamp === timestamp);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed();
  }

  #change(): Promise<void> {
    return new Promise((done) => {
      this.#waiting.add(done);
    });
  }

  #wake(): void {
    for (const done of this.#waiting) done();
    this.#waiting.clear();
  }
}
