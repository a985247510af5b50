/** Converts bytes to JSON tokens. Only one chunk is in memory, for any size of the file. */
import Assembler from 'stream-json/core/assembler.js'
import { jsonParser, type Token } from 'stream-json/core/parser.js'
import { jsonVerifier, type VerifierError } from 'stream-json/core/utils/verifier.js'
import { WorldError } from './world-error.ts'

export type { Token }
export type Input = AsyncIterable<Uint8Array | string>

/** Returns the tokens of a document one by one. */
export class JsonTokens {
  readonly #chunks: AsyncIterator<Uint8Array | string>
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  readonly #tokenize = jsonParser({ streamValues: false })
  // The tokenizer does not report the position of an error; the verifier does, so it reads each chunk first.
  readonly #verify = jsonVerifier()
  #tokens: Token[] = []
  #next = 0

  constructor(input: Input) {
    this.#chunks = input[Symbol.asyncIterator]()
  }

  /** @throws {WorldError} the input ends or is not JSON */
  async next(): Promise<Token> {
    return this.#tokens[this.#next++] ?? this.#nextChunk()
  }

  /** The value that begins with this token. */
  async value(first: Token): Promise<unknown> {
    const assembler = new Assembler().consume(first)
    // Awaits only if no token is left, because a file may have millions of tokens.
    while (!assembler.done) assembler.consume(this.#tokens[this.#next++] ?? (await this.#nextChunk()))
    return assembler.current
  }

  /** Reads to the end of the input; no further token may follow. */
  async end(): Promise<void> {
    while (await this.#read());
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }

  async #nextChunk(): Promise<Token> {
    do {
      if (!(await this.#read())) throw new WorldError('', 'The file ends too early: a closing bracket is missing.')
    } while (this.#tokens.length === 0)
    return this.#tokens[this.#next++]!
  }

  async #read(): Promise<boolean> {
    const { value: chunk, done } = await this.#chunks.next()
    try {
      const text = done ? this.#decoder.decode() : this.#decode(chunk)
      this.#verify(text)
      const tokens = this.#tokenize(text)
      this.#tokens = typeof tokens === 'object' ? tokens.values : []
      this.#next = 0
    } catch (error) {
      throw explain(error as VerifierError)
    }
    return !done
  }

  #decode(chunk: Uint8Array | string): string {
    return typeof chunk === 'string' ? chunk : this.#decoder.decode(chunk, { stream: true })
  }
}

/** @returns the error to throw: a WorldError for an error in the file, any other error unchanged */
function explain(error: VerifierError & { code?: string }): Error {
  if (error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new WorldError('', 'The file is not UTF-8 text.', { cause: error })
  }
  if (error.line === undefined) return error
  const reason = error.message.replace(/^.*Verifier (cannot parse input: |has )/, '')
  return new WorldError('', `The file is not JSON: ${reason} at line ${error.line}, column ${error.pos}.`, {
    cause: error,
  })
}
