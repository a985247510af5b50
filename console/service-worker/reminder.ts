/** A reminder as a notification, and where it leads. *Pure* but for the browser's languages. */
import { workerWords as german } from '../words/de/worker.ts'
import { workerWords as english, type WorkerWords } from '../words/en/worker.ts'
import { workerWords as french } from '../words/fr/worker.ts'

export type Reminder = { note_id: string; starts_at: string; title?: string }

const languages: Record<string, WorkerWords> = { en: english, de: german, fr: french }
const languageOf = (tag: string) => tag.split('-')[0]!

/** @returns null for a message that is none, such as one of a later version */
export function readReminder(message: unknown): Reminder | null {
  const { note_id, starts_at, title } = (message ?? {}) as Record<string, unknown>
  if (typeof note_id !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(note_id)) return null
  if (typeof starts_at !== 'string' || Number.isNaN(Date.parse(starts_at))) return null
  return { note_id, starts_at, ...(typeof title === 'string' && { title }) }
}

/** One of a meeting takes the place of the one before, without a sound: it may come by push and by an open page. */
export function notificationOf({ note_id, starts_at, title }: Reminder, tags: readonly string[]) {
  const locale = tags.find((tag) => Object.hasOwn(languages, languageOf(tag))) ?? 'en'
  const said = languages[languageOf(locale)]!
  const at = new Date(starts_at).toLocaleTimeString(locale, { hour: 'numeric', minute: '2-digit' })
  return {
    title: title ?? said.meeting,
    options: {
      body: said.begins(at),
      tag: `reminder ${note_id}`,
      icon: '/icon-192.png',
      data: { path: recordPath(note_id) },
      actions: [{ action: 'record', title: said.record }],
    },
  }
}

/** The note with the recorder open. */
export const recordPath = (noteId: string) => `/note/${noteId}?record=yes`
