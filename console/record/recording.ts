/** One recording of this tab: its sound, its file and its upload. It goes on and ends however it was cut off. */

import { withMark } from './kept-marks.ts'
import { forgetKept, type KeptRecording } from './kept-recordings.ts'
import { lockOfNote, lockOfRecording, tryLock } from './locks.ts'
import { MarkSender } from './send-marks.ts'
import { SoundUpload } from './send-sound.ts'
import { Forgotten, levelsOfCall, Silence } from './silence.ts'
import { type Format, openSound, type Sound, stopSound } from './sound.ts'
import { SoundFile } from './sound-file.ts'

export type RecordingState = {
  id: string
  noteId: string
  title: string
  channels: 1 | 2
  format: Format
  /**
   * `stopped`: it was cut off, and goes on or ends as the person decides. `elsewhere`: another device ended it, before
   * all of it had arrived.
   */
  phase: 'recording' | 'paused' | 'stopped' | 'elsewhere' | 'sending' | 'sent'
  /** Why it was cut off: the page was left, the microphone is gone, or the device interrupted it. */
  why: 'left' | 'microphone' | 'interrupted' | null
  seconds: number
  bytes: number
  sent: number
  /** For whom it was begun. */
  onBehalfOf: string | null
  /** Where the service receives it; its recording id. */
  uploadId: string | null
  isSilent: boolean
  /** It seems to be forgotten, and finishes by itself in so many seconds unless somebody goes on; null otherwise. */
  endsInSeconds: number | null
  /** Nobody shares the tab or screen any more: only the microphone is recorded. */
  isScreenGone: boolean
  /** False if this browser has no room: it is only in memory and at the service. */
  isKept: boolean
  /** The connection is lost, or the service has no room at present. */
  isWaiting: boolean
  isRefused: boolean
  /** The service has its upload no more, or has ended it: sending begins anew. */
  isGone: boolean
  /** What the service said. */
  error: string | null
  /** Once the service has all of it. */
  recordingId: string | null
  /** What the service said of a mark that it does not take. */
  markRefused: string | null
}

type Releases = { note: (() => void) | null; recording: () => void }

const checkMs = 500
/** Until marks are sent again that wait for the service after the sound has arrived. */
const markRetryMs = 5_000

export class Recording {
  #state: RecordingState
  readonly #file: SoundFile
  #upload: SoundUpload
  readonly #marks: MarkSender
  #hasLeft = false
  #sound: Sound | null = null
  /** When its last sound is in the file. */
  #stopped: Promise<void> | undefined
  #finished: Promise<void> | undefined
  #checks: ReturnType<typeof setInterval> | undefined
  #silence = new Silence()
  #forgotten = new Forgotten()
  readonly #onChange: () => void
  readonly #releases: Releases

  /** @param releases  the locks that it holds */
  constructor(kept: KeptRecording, releases: Releases, onChange: () => void) {
    this.#onChange = onChange
    this.#releases = releases
    this.#file = new SoundFile(kept, () => this.#change({ isKept: false }))
    this.#marks = new MarkSender(this.#file)
    const { id, noteId, title, channels, format, seconds, bytes, hasEnded, uploadUrl } = kept
    this.#state = {
      ...{ id, noteId, title, channels, format, seconds, bytes, sent: 0, recordingId: null, error: null },
      uploadId: idOf(uploadUrl),
      markRefused: null,
      onBehalfOf: kept.onBehalfOf?.full_name ?? null,
      ...{ phase: hasEnded ? 'sending' : 'stopped', why: 'left' },
      endsInSeconds: null,
      ...{ isSilent: false, isScreenGone: false, isKept: true, isWaiting: false, isRefused: false, isGone: false },
    }
    this.#upload = this.#newUpload()
  }

  get state(): RecordingState {
    return this.#state
  }

  levels(): number[] {
    return this.#sound?.levels() ?? []
  }

  /** Anew, if another device has ended or deleted its upload. */
  send(): void {
    if (this.#state.isGone) {
      const marks = this.#file.kept.marks?.map((mark) => ({ ...mark, isSent: false })) ?? []
      void this.#file.change({ uploadUrl: null, marks })
      this.#change({ uploadId: null })
    }
    if (this.#state.phase === 'elsewhere') this.#change({ phase: 'sending' })
    this.#change({ isRefused: false, isGone: false, error: null })
    this.#upload = this.#newUpload()
    this.#upload.start()
  }

  /**
   * Goes on after it was cut off.
   * @param streams  are stopped if it does not
   * @returns false if another tab records the same meeting
   * @throws {SoundError}
   */
  async goOnWith(streams: MediaStream[]): Promise<boolean> {
    this.#releases.note ??= await tryLock(lockOfNote(this.#state.noteId))
    if (!this.#releases.note) {
      stopSound(streams)
      return false
    }
    try {
      const sound = openSound(streams, this.#state.channels, this.#state.format)
      // From here on leaving stops it.
      this.#sound = sound
      await sound.begin()
      await this.record(sound)
    } catch (error) {
      this.#releases.note()
      this.#releases.note = null
      await this.#stopSound()
      throw error
    }
    return true
  }

  /** @param sound  has begun */
  async record(sound: Sound): Promise<void> {
    await this.#file.change({})
    this.#sound = sound
    sound.passTo({
      onPiece: (piece) => {
        void this.#file.add(piece)
        const { seconds, bytes } = this.#file.kept
        this.#change({ seconds, bytes })
      },
      onStopped: (why) => void this.#cutOff(why),
      onScreenEnded: () => this.#change({ isScreenGone: true }),
    })
    this.#silence = new Silence()
    this.#forgotten = new Forgotten()
    this.#checks = setInterval(() => this.#listen(), checkMs)
    this.#change({ phase: 'recording', why: null, isScreenGone: false })
  }

  /** @param at  in seconds of the recording */
  mark(at: number, text: string | null): void {
    const marks = withMark(this.#file.kept.marks ?? [], at, text)
    void this.#file.change({ marks })
    void this.#sendMarks()
  }

  pause(): void {
    this.#forgotten.pause()
    this.#sound?.pause()
    this.#change({ phase: 'paused', isSilent: false, endsInSeconds: null })
  }

  async goOn(): Promise<void> {
    await this.#sound?.goOn()
    this.#silence = new Silence()
    this.#change({ phase: 'recording' })
  }

  /** Somebody is still there. */
  stay(): void {
    this.#forgotten.goOn()
    this.#change({ endsInSeconds: null })
  }

  finish(): Promise<void> {
    this.#finished ??= this.#finish()
    return this.#finished
  }

  async #finish(): Promise<void> {
    await this.#stopSound()
    await this.#file.end()
    this.#releases.note?.()
    this.#change({ phase: 'sending', why: null, bytes: this.#file.kept.bytes })
  }

  /** Deletes it, here and at the service. */
  async discard(): Promise<void> {
    await this.#stopSound()
    if (this.#state.phase !== 'elsewhere') await this.#upload.takeBack()
    await this.#end()
    this.#change({ phase: 'sent', recordingId: null })
  }

  /** The page goes: the microphone is released at once, and what there is stays here. */
  async leave(): Promise<void> {
    this.#hasLeft = true
    await this.#stopSound()
    await this.#upload.pause()
    await this.#file.written
  }

  /** The sound so far, to be saved by hand. */
  save(): Promise<Blob> {
    return this.#file.save()
  }

  #newUpload(): SoundUpload {
    return new SoundUpload(this.#file, {
      onCreated: (uploadUrl) => {
        void this.#file.change({ uploadUrl })
        this.#change({ uploadId: idOf(uploadUrl) })
        void this.#sendMarks()
      },
      onProgress: (sent) => {
        this.#change({ sent, isWaiting: false, error: null })
        void this.#sendMarks()
      },
      onWaiting: (error) => this.#change({ isWaiting: true, error }),
      onRefused: (error, isGone) => this.#change({ isRefused: true, isGone, isWaiting: false, error }),
      onSent: (recordingId, arrived) => void this.#sent(recordingId, arrived),
    })
  }

  async #sent(recordingId: string, arrived: number): Promise<void> {
    await this.#stopSound()
    if (arrived >= this.#file.kept.bytes) {
      if (!(await this.#sendAllMarks())) return
      await this.#end()
      return this.#change({ phase: 'sent', recordingId, error: null })
    }
    await this.#file.end()
    this.#releases.note?.()
    this.#change({ phase: 'elsewhere', isGone: true, bytes: this.#file.kept.bytes, isWaiting: false, error: null })
  }

  /** @returns whether none waits any more */
  async #sendMarks(): Promise<boolean> {
    const { uploadId } = this.#state
    if (uploadId === null) return false
    const outcome = await this.#marks.send(uploadId)
    if (typeof outcome === 'object') this.#change({ markRefused: outcome.refused })
    return outcome !== 'later'
  }

  /** @returns false if the page is left before: the next one goes on, with what is kept here */
  async #sendAllMarks(): Promise<boolean> {
    while (!(await this.#sendMarks())) {
      this.#change({ isWaiting: true, error: null })
      await new Promise((resolve) => setTimeout(resolve, markRetryMs))
      if (this.#hasLeft) return false
    }
    return true
  }

  async #cutOff(why: 'microphone' | 'interrupted'): Promise<void> {
    if (!this.#sound) return
    await this.#stopSound()
    this.#change({ phase: 'stopped', why })
  }

  async #stopSound(): Promise<void> {
    clearInterval(this.#checks)
    if (this.#sound) this.#stopped = this.#sound.stop()
    this.#sound = null
    await this.#stopped
    this.#change({ isSilent: false, isScreenGone: false, endsInSeconds: null })
  }

  #listen(): void {
    if (this.#state.phase !== 'recording') return
    const levels = this.levels()
    const isSilent = levels.length > 0 && this.#silence.isSilent(levels, performance.now())
    if (isSilent !== this.#state.isSilent) this.#change({ isSilent })
    const { endsAt, ofCall } = this.#file.kept
    const [end, now] = [endsAt ? Date.parse(endsAt) : null, Date.now()]
    const counted = ofCall ? levelsOfCall(levels, end, now) : levels
    const leftMs = this.#forgotten.leftMs(counted, end, this.#state.isScreenGone, now)
    const endsInSeconds = leftMs === null ? null : Math.ceil(leftMs / 1_000)
    if (endsInSeconds !== this.#state.endsInSeconds) this.#change({ endsInSeconds })
    if (leftMs === 0) void this.finish()
  }

  async #end(): Promise<void> {
    await forgetKept(this.#state.id).catch(() => {})
    this.#releases.note?.()
    this.#releases.recording()
  }

  #change(changes: Partial<RecordingState>): void {
    this.#state = { ...this.#state, ...changes }
    this.#onChange()
  }
}

/** A new one, before its sound begins. @param note  the lock of its meeting */
export async function newRecording(kept: KeptRecording, note: () => void, onChange: () => void): Promise<Recording> {
  const recording = (await tryLock(lockOfRecording(kept.id)))!
  return new Recording(kept, { note, recording }, onChange)
}

const idOf = (url: string | null) => url?.split('/').at(-1) ?? null
