/** The process that hears growing recordings. It keeps its model open while somebody records. */
import type { OwnProcess } from '../own-process.ts'
import type { SpeechOrder } from './messages.ts'
import { askSpeech, openSpeech, type SpeechResult } from './run-speech.ts'

const limits = { seconds: 60, silentSeconds: 60 }
/** Opening a large model again takes seconds; keeping it takes memory. */
const idleMs = 60_000

/** So much is heard at once; of more only the end, because words are wanted soon. */
const mostSeconds = 30
const endSeconds = 10

/** @param length  of the sound so far. @returns the second from which it is heard, and whether sound is left out */
export function liveStart(length: number, fromSeconds: number) {
  const isCut = length - fromSeconds > mostSeconds
  return { liveFrom: isCut ? length - endSeconds : fromSeconds, isCut }
}

export class LiveSpeech {
  #process: OwnProcess | null = null
  #version = ''
  #idle: NodeJS.Timeout | undefined

  /** @param version  of the models: others need another process */
  async hear(order: SpeechOrder, version: string, signal: AbortSignal): Promise<SpeechResult> {
    clearTimeout(this.#idle)
    if (this.#version !== version || !this.#process?.isAlive) this.#end()
    this.#process ??= openSpeech()
    this.#version = version
    try {
      return await askSpeech(this.#process, order, limits, signal)
    } catch (error) {
      this.#end()
      throw error
    } finally {
      this.#idle = setTimeout(() => this.#end(), idleMs).unref()
    }
  }

  #end(): void {
    this.#process?.[Symbol.dispose]()
    this.#process = null
  }
}
