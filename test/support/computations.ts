/** Functions that tests of threads run. */
import { pbkdf2Sync } from 'node:crypto'
import { threadId } from 'node:worker_threads'

/** An error with a line number. */
export class Misprint extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`)
    this.line = line
  }
}

/** @returns the argument, and the thread that ran it */
export const echo = <Value>(value: Value) => ({ value, threadId })

export function misprint(line: number): never {
  throw new Misprint(line, 'this is no word')
}

export function stumble(): never {
  throw new RangeError('nobody foresaw this')
}

/** Signals that it has begun, and never ends. */
export function spin(begun = new Int32Array(new SharedArrayBuffer(4))): never {
  Atomics.store(begun, 0, 1)
  for (;;);
}

/** Holds so many bytes, computes outside JavaScript, where a thread answers nothing, and never ends. */
export function hold(bytes: number, rounds: number): never {
  const held = Buffer.allocUnsafe(bytes)
  pbkdf2Sync(held.subarray(0, 8), 'salt', rounds, 64, 'sha512')
  for (;;) held[0] = 1
}

/** Allocates more and more memory: lists, or bytes outside the heap. */
export function grow(kind: 'lists' | 'bytes'): never {
  const held: unknown[] = []
  for (;;) held.push(kind === 'lists' ? Array.from({ length: 10_000 }, Math.random) : Buffer.alloc(1_000_000, 1))
}
