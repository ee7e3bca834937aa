import type { Caller } from '../access/access';
import type { Gate } from '../access/gate';
import { parseDocumentName, parseParentName } from '../paths/resource-name';
import { parseQuery } from '../query/parse-query';
import { errorBody, invalidArgument, quoted, StatusError, toStatusError } from '../status';
import { asciiJson } from '../store/document';
import { isRecord, numberOf } from '../values/parse-value';
import { parseMicros } from '../values/timestamps';
import type { Channel, ChannelStream } from '../webchannel/channel';
import type { ResumeTokens } from './resume-tokens';
import { Target, type TargetServices, type TargetStream } from './target';
import type { TargetScope } from './view';

/** The services that all Listen streams of an engine share. */
export interface ListenServices extends TargetServices {
  readonly database: string;
  readonly gate: Gate;
  readonly tokens: ResumeTokens;
  readonly maxTargets: number;
  readonly onFailure: (failure: unknown) => void;
  readonly onRefused: (refusal: StatusError) => void;
}

const INT32_MAX = 2 ** 31 - 1;
/** Requests of one stream that may be pending authorization. */
const MAX_WAITING = 1000;
/** The maximum number of documents in one target. */
const MAX_DOCUMENTS = 1000;

/** One Listen stream: several targets of one caller, multiplexed on one channel in order. */
export class ListenStream implements ChannelStream, TargetStream {
  readonly #targets = new Map<number, Target>();
  #requests: Promise<void> = Promise.resolve();
  #waiting = 0;
  #hasEnded = false;
  #sentVersion = 0;

  constructor(
    private readonly channel: Channel,
    private readonly caller: Caller,
    private readonly services: ListenServices,
  ) {}

  /** Requests are processed sequentially: a target may be removed and added again immediately. */
  receive(message: unknown): void {
    if (this.#waiting >= MAX_WAITING) {
      this.#fail(new StatusError('RESOURCE_EXHAUSTED', 'Too many requests are waiting.'));
      return;
    }
    this.#waiting += 1;
    this.#requests = this.#requests
      .then(() => this.#handle(message))
      .catch((failure: unknown) => {
        if (failure instanceof StatusError) this.#fail(failure);
        else this.services.onFailure(failure);
      })
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** Records that the client is up to date on all targets as of this version. */
  markSent(version: number): void {
    this.#sentVersion = version;
  }

  progress(): void {
    for (const target of this.#targets.values()) target.fill();
  }

  /** Sends the current version to an idle client so that its resume token does not get stale. */
  idle(): void {
    const { version } = this.services.store;
    const isComplete = [...this.#targets.values()].every(({ isFilled }) => isFilled);
    if (this.#targets.size > 0 && isComplete && version > this.#sentVersion) {
      this.#sentVersion = version;
      this.channel.send([this.services.messages.snapshot(version)]);
    }
  }

  recheck(): void {
    for (const target of this.#targets.values()) {
      this.services.gate.listen(this.caller, target.scope).catch((refusal: unknown) => {
        if (this.#targets.get(target.targetId) === target) this.#drop(target, toStatusError(refusal));
      });
    }
  }

  end(): void {
    this.#hasEnded = true;
    for (const target of this.#targets.values()) target.stop();
    this.#targets.clear();
  }

  async #handle(message: unknown): Promise<void> {
    if (this.#hasEnded || !isRecord(message)) return;
    if (isRecord(message.addTarget))
      await this.#add(targetIdOf(message.addTarget.targetId ?? 0), message, message.addTarget);
    else if (message.removeTarget !== undefined) {
      const targetId = targetIdOf(message.removeTarget);
      const target = this.#targets.get(targetId);
      if (target) this.#drop(target);
      else this.channel.send([this.services.messages.removed(targetId)]);
    }
  }

  /** Ends the stream: the request names no target that could be rejected individually. */
  #fail(refusal: StatusError): void {
    if (this.#hasEnded) return;
    if (this.caller.kind !== 'refused') this.services.onRefused(refusal);
    this.end();
    this.channel.finish([asciiJson([errorBody(refusal)])]);
  }

  async #add(targetId: number, message: Record<string, unknown>, input: Record<string, unknown>): Promise<void> {
    const { messages, gate } = this.services;
    try {
      this.#checkDatabase(message.database);
      if (this.#targets.has(targetId)) throw invalidArgument(`Target ID ${targetId} is already in use.`);
      if (this.#targets.size >= this.services.maxTargets)
        throw new StatusError('RESOURCE_EXHAUSTED', 'Too many targets on one stream.');
      const scope = this.#parseScope(input);
      const since = this.#parseResume(input);
      await gate.listen(this.caller, scope);
      if (this.#hasEnded) return;
      const target = new Target(targetId, scope, this, this.channel, this.services);
      this.#targets.set(targetId, target);
      target.start(since, input.once === true);
    } catch (refusal) {
      if (!(refusal instanceof StatusError)) this.services.onFailure(refusal);
      // A refusal at the handshake has already been reported.
      else if (this.caller.kind !== 'refused') this.services.onRefused(refusal);
      // Rejects each target individually: the app never sees an error of the whole stream, and the client would retry
      // forever.
      this.channel.send([messages.added(targetId), messages.removed(targetId, toStatusError(refusal))]);
    }
  }

  #checkDatabase(database: unknown): void {
    if (database === undefined || database === this.services.database) return;
    throw new StatusError(
      'NOT_FOUND',
      `The database ${typeof database === 'string' ? database : quoted(database)} does not exist.`,
    );
  }

  #parseScope({ query, documents }: Record<string, unknown>): TargetScope {
    if (isRecord(query)) {
      const parent = parseParentName(query.parent);
      this.#checkDatabase(parent.database);
      return { kind: 'query', query: parseQuery(parent.path, query.structuredQuery) };
    }
    if (!isRecord(documents) || !Array.isArray(documents.documents) || documents.documents.length === 0)
      throw invalidArgument('A target needs a query or documents.');
    if (documents.documents.length > MAX_DOCUMENTS)
      throw invalidArgument(`A target may name at most ${MAX_DOCUMENTS} documents.`);
    const names = documents.documents.map(parseDocumentName);
    for (const { database } of names) this.#checkDatabase(database);
    return { kind: 'documents', paths: [...new Set(names.map(({ path }) => path))] };
  }

  /** Returns the version to resume at; null for an unusable token, undefined for a new target. */
  #parseResume({ resumeToken, readTime }: Record<string, unknown>): number | null | undefined {
    if (resumeToken !== undefined && resumeToken !== '') return this.services.tokens.read(resumeToken) ?? null;
    return readTime === undefined || readTime === null ? undefined : Number(parseMicros(readTime));
  }

  /** Ends a target and sends the client the reason, if there is one. */
  #drop(target: Target, cause?: StatusError): void {
    target.stop();
    this.#targets.delete(target.targetId);
    this.channel.send([this.services.messages.removed(target.targetId, cause)]);
  }

  /** Ends a target that requested the current results only. */
  complete(target: Target): void {
    this.#drop(target);
  }
}

/** Parses a target id. Throws INVALID_ARGUMENT for anything else. */
function targetIdOf(input: unknown): number {
  const targetId = numberOf(input);
  if (!Number.isInteger(targetId) || Math.abs(targetId) > INT32_MAX) throw invalidArgument('Invalid target ID.');
  return targetId;
}
