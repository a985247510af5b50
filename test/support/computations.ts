/** What tests of threads have computed. */
import { threadId } from 'node:worker_threads'

/** An error with a place. */
export class Misprint extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`)
    this.line = line
  }
}

/** @returns what it was given, and the thread that did it */
export const echo = <Value>(value: Value) => ({ value, threadId })

export function misprint(line: number): never {
  throw new Misprint(line, 'this is no word')
}

export function stumble(): never {
  throw new RangeError('nobody foresaw this')
}

/** Says that it has begun, and never comes to an end. */
export function spin(begun = new Int32Array(new SharedArrayBuffer(4))): never {
  Atomics.store(begun, 0, 1)
  for (;;);
}

/** Holds more and more: lists, or bytes outside the heap. */
export function grow(kind: 'lists' | 'bytes'): never {
  const held: unknown[] = []
  for (;;) held.push(kind === 'lists' ? Array.from({ length: 10_000 }, Math.random) : Buffer.alloc(1_000_000, 1))
}
