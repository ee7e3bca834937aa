import { type FileHandle, open } from 'node:fs/promises';

/*
 * A model of whisper.cpp that hears the same sentence in every chunk, whatever is said. Its layers pass on the place of
 * the next token alone, for which the weights hold the token. Source of the format: whisper.cpp, `whisper_model_load`.
 */

const MAGIC = 0x67676d6c;
const TOKENS = 51_865;
const TEXT_TOKENS = 50_257;
const END_OF_TEXT = 50_257;
/** The first token of a time; each is a fiftieth of a second later. */
const FIRST_TIME = 50_364;
const TIMES_PER_SECOND = 50;
/** The decoder is given three tokens before it says the first. */
const PROMPT_TOKENS = 3;
const WIDTH = 64;
const BANDS = 80;
const BINS = 201;
const AUDIO_PLACES = 1500;
const TEXT_PLACES = 448;
/** Ten as a number of 16 bits. */
const TEN = 0x4900;
/** The model file has to have a token of a space. */
const SPACE = 99;
const FIRST_WORD = 100;

const int32 = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer);

function floats(count: number, values: readonly (readonly [number, number])[] = []): Buffer {
  const made = Buffer.alloc(count * 4);
  for (const [index, value] of values) made.writeFloatLE(value, index * 4);
  return made;
}

/** Writes a model that hears these words from 0 to `seconds` of each chunk. */
export async function writeSpeakingModel(path: string, words: readonly string[], seconds: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    await file.write(int32(MAGIC, TOKENS, AUDIO_PLACES, WIDTH, 1, 1, TEXT_PLACES, WIDTH, 1, 1, BANDS, 1));
    await file.write(int32(BANDS, BINS));
    await file.write(floats(BANDS * BINS));
    await writeVocabulary(file, words);
    const said = words.map((_word, index) => FIRST_WORD + index);
    await writeTensors(file, [FIRST_TIME, ...said, FIRST_TIME + Math.round(seconds * TIMES_PER_SECOND), END_OF_TEXT]);
  } finally {
    await file.close();
  }
}

async function writeVocabulary(file: FileHandle, words: readonly string[]): Promise<void> {
  const texts = new Map([[SPACE, ' '], ...words.map((word, index) => [FIRST_WORD + index, word] as const)]);
  const parts = [int32(TEXT_TOKENS)];
  for (let token = 0; token < TEXT_TOKENS; token += 1) {
    const text = Buffer.from(texts.get(token) ?? '');
    parts.push(int32(text.length), text);
  }
  await file.write(Buffer.concat(parts));
}

/** Writes all weights: zeros but for those that make the decoder say the tokens one after the other. */
async function writeTensors(file: FileHandle, tokens: readonly number[]): Promise<void> {
  const write = async (name: string, sizes: readonly number[], { isHalf = false, data }: Weights = {}) => {
    await file.write(int32(sizes.length, name.length, isHalf ? 1 : 0, ...sizes));
    await file.write(Buffer.from(name, 'latin1'));
    await file.write(data ?? Buffer.alloc(sizes.reduce((all, size) => all * size, 1) * (isHalf ? 2 : 4)));
  };
  const ones = floats(
    WIDTH,
    Array.from({ length: WIDTH }, (_one, index) => [index, 1]),
  );
  const writeLinear = async (name: string, sizes: readonly number[], hasBias = true) => {
    await write(`${name}.weight`, sizes, { isHalf: true });
    if (hasBias) await write(`${name}.bias`, sizes.slice(-1));
  };
  const writeNorm = async (name: string) => {
    await write(`${name}.weight`, [WIDTH], { data: ones });
    await write(`${name}.bias`, [WIDTH]);
  };
  const writeAttention = async (name: string) => {
    await writeNorm(`${name}_ln`);
    for (const part of ['query', 'key', 'value', 'out'])
      await writeLinear(`${name}.${part}`, [WIDTH, WIDTH], part !== 'key');
  };
  const writeBlock = async (side: 'encoder' | 'decoder') => {
    await writeAttention(`${side}.blocks.0.attn`);
    if (side === 'decoder') await writeAttention(`${side}.blocks.0.cross_attn`);
    await writeNorm(`${side}.blocks.0.mlp_ln`);
    await writeLinear(`${side}.blocks.0.mlp.0`, [WIDTH, 4 * WIDTH]);
    await writeLinear(`${side}.blocks.0.mlp.2`, [4 * WIDTH, WIDTH]);
  };

  await write('encoder.positional_embedding', [WIDTH, AUDIO_PLACES]);
  for (const [name, inputs] of [
    ['encoder.conv1', BANDS],
    ['encoder.conv2', WIDTH],
  ] as const) {
    await write(`${name}.weight`, [3, inputs, WIDTH], { isHalf: true });
    await write(`${name}.bias`, [1, WIDTH]);
  }
  await writeBlock('encoder');
  await writeNorm('encoder.ln_post');
  // The token of place n has the direction n, in which the place before it points.
  const places = tokens.map((_token, index) => [(index + PROMPT_TOKENS - 1) * WIDTH + index, 1000] as const);
  await write('decoder.positional_embedding', [WIDTH, TEXT_PLACES], { data: floats(WIDTH * TEXT_PLACES, places) });
  const meanings = Buffer.alloc(TOKENS * WIDTH * 2);
  for (const [index, token] of tokens.entries()) meanings.writeUInt16LE(TEN, (token * WIDTH + index) * 2);
  await write('decoder.token_embedding.weight', [WIDTH, TOKENS], { isHalf: true, data: meanings });
  await writeBlock('decoder');
  await writeNorm('decoder.ln');
}

interface Weights {
  /** Of 16 bits each instead of 32. */
  readonly isHalf?: boolean;
  readonly data?: Buffer;
}
