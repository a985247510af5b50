/** Erases payloads and receivers' responses that name the person but belong to no thing found before (decision 50). */
import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, sql } from 'kysely'
import { withoutMarks } from '../../../meetings/recordings/recap-mail/chat-lines.ts'
import type { Erasure } from '../../../people/privacy/erasure.ts'
import { type NameEraser, nameEraser } from '../../../people/privacy/name-eraser.ts'
import type { Tx } from '../../../platform/postgres/db.ts'
import { escapeSigns } from '../../../platform/whole-words.ts'
import { emptyMessagesWhere } from '../../../webhooks/delivery/empty-messages.ts'
import { forgetQuoting } from '../../../webhooks/stream/forget-quoting.ts'

/** Messages that one transaction reads. */
const batch = 500

/**
 * Reads the messages of a workspace in order of id; at the end, also the stream events (at most 30 minutes old).
 * @param after  the last id that was read
 * @returns the last id read now; null at the end
 */
export async function eraseMessages(tx: Tx, erasure: Erasure, after: string | null): Promise<string | null> {
  const { workspaceId, userId, names } = erasure
  const eraser = nameEraser(userId, names, false)
  const mayName = (text: RawBuilder<string>) => sql<boolean>`${text} ~ ${patternOf([...names.names, ...names.emails])}`
  const { rows } = await sql<{ id: string; suspect: boolean }>`
    select id, coalesce(${mayName(sql`convert_from(message.body, 'UTF8')`)}, false)
      or exists (select from attempts attempt where attempt.workspace_id = message.workspace_id
        and attempt.message_id = message.id and ${mayName(sql`attempt.response_body`)}) as suspect
    from messages message where workspace_id = ${workspaceId} and id > ${after ?? ''}
    order by id limit ${sql.lit(batch)}`.execute(tx)
  const found: string[] = []
  for (const { id, suspect } of rows) {
    if (
      suspect &&
      (await textsOf(tx, workspaceId, id)).some(
        (text) => namesPerson(eraser, text) || namesPerson(eraser, withoutMarks(text)),
      )
    )
      found.push(id)
  }
  if (found.length > 0) await emptyMessagesWhere(tx, workspaceId, sql`id = any(${found})`)
  if (rows.length === batch) return rows.at(-1)!.id
  await forgetQuoting(tx, workspaceId, mayName(sql`body`), (body) => namesPerson(eraser, body))
  return null
}

async function textsOf(tx: Tx, workspaceId: string, id: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select convert_from(body, 'UTF8') as text from messages
    where workspace_id = ${workspaceId} and id = ${id} and body is not null
    union all
    select response_body from attempts
    where workspace_id = ${workspaceId} and message_id = ${id} and response_body is not null`.execute(tx)
  return rows.map(({ text }) => text)
}

/** Whether a text, or a string in its JSON, contains one of the names, other than as a part of a longer name. */
function namesPerson(eraser: NameEraser, text: string): boolean {
  try {
    const value = JSON.parse(text)
    return !isDeepStrictEqual(eraser.value(value), value)
  } catch {
    return eraser.text(text) !== text
  }
}

/** Matches every text that may contain a name: the longest word of each, in any case, which JSON does not escape. */
function patternOf(names: string[]): string {
  const words = names.map((name) => {
    const parts = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [name]
    return parts.reduce((longest, part) => (part.length > longest.length ? part : longest))
  })
  return [...new Set(words)].map((word) => [...word.normalize('NFC')].map(inAnyCase).join('')).join('|')
}

/** Spelled out, because PostgreSQL would fold case by its locale. */
function inAnyCase(character: string): string {
  const forms = [character, character.toLowerCase(), character.toUpperCase()]
  const spelled = forms.flatMap((form) => [form.normalize('NFC'), form.normalize('NFD')])
  return `(?:${[...new Set(spelled)].map(escapeSigns).join('|')})`
}
