/** Reads recaps as one person may read them now, and composes the mail: to be sent, or to be looked at before. */
import type { Language } from '../../../people/caller/languages.ts'
import { addressOf } from '../../../people/caller/origin.ts'
import type { Mail } from '../../../people/mail/send-mail.ts'
import { wordsIn } from '../../../people/mail/words.ts'
import type { Db } from '../../../platform/postgres/db.ts'
import type { SecretKey } from '../../../platform/secrets.ts'
import { composeMail } from './compose-mail.ts'
import { type OutlinePart, withoutLinks, withoutParts } from './outline.ts'
import { readNames, readNoteOutlines, readOutlines } from './read-outlines.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** `id` is null of a note. What its sender wrote and left out is only of recaps that were sent by hand. */
export type MailedRecap = {
  id: string | null
  noteId?: string | null
  sharedBy: string | null
  isSent?: boolean
  message?: string | null
  leaveOut?: OutlinePart[]
}

/** Whose mail it is, and in whose language and time zone; of an outsider's those are the sender's. */
export type MailReader = { id: string; language: Language | null; subdomain: string; time_zone: string }

/** In one mail; it says how many more there are. */
const mostRecaps = 50

/**
 * @param isOutside  for somebody without an account: no links, and of older decisions no words
 * @returns null if the reader may read none of them
 */
export async function composeRecaps(
  db: Db,
  { publicUrl, secretKey }: { publicUrl: string; secretKey: SecretKey },
  {
    workspaceId,
    reader,
    recaps,
    isOutside = false,
  }: { workspaceId: string; reader: MailReader; recaps: MailedRecap[]; isOutside?: boolean },
): Promise<Omit<Mail, 'to'> | null> {
  const words = wordsIn(reader.language)
  const idsOf = (name: 'id' | 'noteId') => recaps.flatMap((recap) => recap[name] ?? [])
  const of = { workspaceId, reader: reader.id, publicUrl, most: mostRecaps }
  const { outlines, more } = await readOutlines(db, { ...of, ids: idsOf('id'), words, isOutside })
  const shown = [...outlines, ...(await readNoteOutlines(db, { ...of, ids: idsOf('noteId') }))]
  if (shown.length === 0) return null
  const given = new Map(recaps.map((recap) => [recap.id ?? recap.noteId!, recap]))
  const sharers = [...given.values()].flatMap(({ sharedBy }) => sharedBy ?? [])
  const names = await readNames(db, workspaceId, sharers)
  const origin = addressOf(publicUrl, reader.subdomain)
  return composeMail({
    recaps: shown.map((outline) => {
      const { sharedBy, message, leaveOut } = given.get(outline.id)!
      const cut = withoutParts(outline, leaveOut ?? [])
      return { ...(isOutside ? withoutLinks(cut) : cut), sharedBy: names.get(sharedBy ?? ''), message: message ?? '' }
    }),
    more,
    moreUrl: `${origin}/recordings`,
    timeZone: reader.time_zone,
    words,
    foot: isOutside
      ? { sentBy: names.get(reader.id) ?? '' }
      : {
          settingsUrl: `${origin}/account`,
          unsubscribeUrl: unsubscribeUrl(origin, secretKey, { workspaceId, userId: reader.id }),
        },
  })
}
