import type { Caller } from './access/access';
import type { Gate } from './access/gate';
import { commitResponse } from './rest/responses';
import { errorBody, invalidArgument, quoted, StatusError, toStatusError } from './status';
import { asciiJson } from './store/document';
import type { Store } from './store/store';
import type { Transactions } from './store/transactions';
import { parseWrites } from './store/write';
import { isRecord } from './values/parse-value';
import type { Channel, ChannelStream } from './webchannel/channel';

/** The services that all Write streams of an engine share. */
export interface WriteServices {
  readonly database: string;
  readonly store: Store;
  readonly gate: Gate;
  readonly transactions: Transactions;
  readonly onFailure: (failure: unknown) => void;
  readonly onRefused: (refusal: StatusError) => void;
}

/** The maximum number of pending commits in one stream. */
const MAX_WAITING = 1000;
let streams = 0;

/** One Write stream: the first message opens it, each further one is a commit, processed in order. An error ends it. */
export class WriteStream implements ChannelStream {
  readonly #id = `s${(streams += 1)}`;
  #commits: Promise<void> = Promise.resolve();
  #count = 0;
  #isOpen = false;
  #waiting = 0;
  #hasEnded = false;
  #database: unknown;

  constructor(
    private readonly channel: Channel,
    private readonly caller: Caller,
    private readonly services: WriteServices,
  ) {}

  receive(message: unknown): void {
    const isTooMany = this.#waiting >= MAX_WAITING;
    this.#waiting += 1;
    this.#commits = this.#commits.then(async () => {
      this.#waiting -= 1;
      if (this.#hasEnded) return;
      try {
        if (isTooMany) throw new StatusError('RESOURCE_EXHAUSTED', 'Too many writes are waiting.');
        this.channel.send([asciiJson([await this.#answer(message)])]);
      } catch (refusal) {
        if (!(refusal instanceof StatusError)) this.services.onFailure(refusal);
        // A refusal at the handshake has already been reported.
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
    if (!this.#isOpen) {
      if (database === undefined) throw invalidArgument("'database' must be set on an initial write request.");
      if (Array.isArray(writes) && writes.length > 0)
        throw invalidArgument("'writes' must not be set on an initial write request.");
      this.#isOpen = true;
      this.#database = database;
      return { streamId: this.#id, streamToken: this.#token() };
    }
    // Not at the first message: a client retries what fails before its stream is open, and the app never sees the
    // error.
    for (const named of [this.#database, database ?? this.#database]) {
      if (named !== this.services.database)
        throw new StatusError(
          'NOT_FOUND',
          `The database ${typeof named === 'string' ? named : quoted(named)} does not exist.`,
        );
    }
    const parsed = parseWrites(this.services.database, writes);
    await this.services.gate.write(this.caller, parsed);
    await this.services.transactions.untilFree(
      parsed.map(({ path }) => path),
      this.caller,
    );
    const outcome = await this.services.store.commit(parsed);
    return { streamId: this.#id, streamToken: this.#token(), ...commitResponse(outcome) };
  }

  #token(): string {
    return Buffer.from(String((this.#count += 1))).toString('base64');
  }
}
