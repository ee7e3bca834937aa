import type { Caller } from './access/access';
import { commitResponse } from './rest/responses';
import type { Gate } from './access/gate';
import { errorBody, invalidArgument, StatusError, toStatusError } from './status';
import { asciiJson } from './store/document';
import type { Store } from './store/store';
import type { Transactions } from './store/transactions';
import { parseWrites } from './store/write';
import { isRecord } from './values/parse-value';
import type { Channel, ChannelStream } from './webchannel/channel';

/** What all Write streams of an engine share. */
export interface WriteServices {
  readonly database: string;
  readonly store: Store;
  readonly gate: Gate;
  readonly transactions: Transactions;
  readonly onFailure: (failure: unknown) => void;
  readonly onRefused: (refusal: StatusError) => void;
}

let streams = 0;

/** One Write stream: the first message opens it, each further one is a commit, answered in order. A refusal ends it. */
export class WriteStream implements ChannelStream {
  readonly #id = `s${(streams += 1)}`;
  #commits: Promise<void> = Promise.resolve();
  #count = 0;
  #isOpen = false;
  #hasEnded = false;

  constructor(private readonly channel: Channel, private readonly caller: Caller, private readonly services: WriteServices) {}

  receive(message: unknown): void {
    this.#commits = this.#commits.then(async () => {
      if (this.#hasEnded) return;
      try {
        this.channel.send([asciiJson([await this.#answer(message)])]);
      } catch (refusal) {
        if (!(refusal instanceof StatusError)) this.services.onFailure(refusal);
        // A caller who was refused at the handshake has been told of.
        else if (this.caller.kind !== 'refused') this.services.onRefused(refusal);
        this.#hasEnded = true;
        this.channel.finish([asciiJson([errorBody(toStatusError(refusal))])]);
      }
    });
  }

  progress(): void {}

  idle(): void {}

  recheck(): void {}

  end(): void {
    this.#hasEnded = true;
  }

  async #answer(message: unknown): Promise<object> {
    if (!isRecord(message)) throw invalidArgument('Invalid write request.');
    const { database, writes } = message;
    if (database !== undefined && database !== this.services.database) throw new StatusError('NOT_FOUND', `The database ${String(database)} does not exist.`);
    if (!this.#isOpen) {
      if (database === undefined) throw invalidArgument("'database' must be set on an initial write request.");
      if (Array.isArray(writes) && writes.length > 0) throw invalidArgument("'writes' must not be set on an initial write request.");
      this.#isOpen = true;
      return { streamId: this.#id, streamToken: this.#token() };
    }
    const parsed = parseWrites(this.services.database, writes);
    await this.services.gate.write(this.caller, parsed);
    await this.services.transactions.untilFree(parsed.map(({ path }) => path));
    const outcome = await this.services.store.commit(parsed);
    return { streamId: this.#id, streamToken: this.#token(), ...commitResponse(outcome) };
  }

  #token(): string {
    return Buffer.from(String((this.#count += 1))).toString('base64');
  }
}
