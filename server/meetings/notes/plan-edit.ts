/** Parses and checks an edit; if it is rejected, nothing has been written (spec 4.5, decision 22 on agenda writes). */

import { findPeople } from '../../people/accounts/find-people.ts'
import { type FieldError, invalid, invalidRequest } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Tx } from '../../platform/postgres/db.ts'
import { yieldToLoop } from '../../platform/yield-to-loop.ts'
import { maxAgendaBytes, maxAssignees, maxBlocks } from '../action-items/schemas.ts'
import { maxText as maxDecisionText } from '../decisions/schemas.ts'
import { haveSuccessors } from '../decisions/successions.ts'
import { type Agenda, AgendaError, assigneesIn, keyOf } from './agenda.ts'
import { quote } from './agenda-directive.ts'
import { readAgendaText, type Written } from './agenda-parse.ts'
import { printAgenda } from './agenda-print.ts'
import type { Edit } from './edits.ts'
import type { LockedNote } from './lock-note.ts'
import { planWrite, type WritePlan } from './plan-write.ts'

const path = 'body.content_native_markdown'
/** Errors in one answer, because a line may name a hundred thousand unknown people. */
const maxErrors = 100
const prefixes = { talking_point: 'tp', action_item: 'ai', decision: 'dec' }

type Current = Pick<LockedNote, 'agenda' | 'content'>

/** @throws {ApiError} 400 naming the line (for a find-replace, of the agenda that would result); 422 */
export async function planEdit(
  tx: Tx,
  workspaceId: string,
  now: Date,
  current: Current,
  edit: Edit,
): Promise<WritePlan> {
  const written = readWritten(current, edit)
  requireShortDecisions(current.agenda, written)
  await yieldToLoop()
  const assigned = await assignAccounts(tx, workspaceId, current.agenda, written)
  const wanted = edit.place(current.agenda, assigned)
  const plan = planWrite(current.agenda, wanted, (type) => newId(prefixes[type], now))
  await requireNoSuccessor(tx, workspaceId, current.agenda, { written, plan })
  await yieldToLoop()
  requireSize(printAgenda(plan.agenda), current)
  return plan
}

/** An agenda that an import made larger than the limit may be written back or become smaller. */
function requireSize(text: string, { content }: Current): void {
  const bytes = Buffer.byteLength(text)
  if (bytes <= Math.max(maxAgendaBytes, Buffer.byteLength(content))) return
  throw invalid(path, `makes an agenda of ${bytes} bytes; it can have at most ${maxAgendaBytes}`)
}

/**
 * The same rule applies to the number of blocks. The size comes first: reading a text many times as large takes a
 * second.
 */
function readWritten(current: Current, edit: Edit): Written {
  const { agenda, content } = current
  const room = Math.max(maxBlocks, agenda.length) - (edit.fragment ? agenda.length : 0)
  try {
    const text = edit.text(content)
    requireSize(text, current)
    const written = readAgendaText(text, { fragment: edit.fragment, room })
    if (edit.fragment) rejectIdsOf(agenda, written)
    return written
  } catch (error) {
    if (error instanceof AgendaError) throw invalid(path, error.message)
    throw error
  }
}

/** @throws {AgendaError} a text that is added to these blocks has the id of one of them */
function rejectIdsOf(agenda: Agenda, written: Written): void {
  const ids = new Set(agenda.map((block) => 'id' in block && block.id))
  for (const [index, block] of written.agenda.entries()) {
    if ('id' in block && block.id !== null && ids.has(block.id)) {
      throw new AgendaError(written.lines[index]!, `the id \`${block.id}\` is in the agenda already`)
    }
  }
}

/** One that an import or an erasure made longer may be written back or become shorter. */
function requireShortDecisions(current: Agenda, { agenda, lines }: Written): void {
  const stored = new Map(current.map((block) => [keyOf(block), block.text]))
  const errors = agenda.flatMap((block, index): FieldError[] => {
    if (block.type !== 'decision') return []
    const most = Math.max(maxDecisionText, charactersIn(stored.get(keyOf(block)) ?? ''))
    if (charactersIn(block.text) <= most) return []
    return [{ location: path, message: `line ${lines[index]}: a decision has at most ${maxDecisionText} characters` }]
  })
  if (errors.length > 0) throw invalidRequest(errors.slice(0, maxErrors))
}

/** As by the API: one that was withdrawn cannot stand again while another one replaces it (decision 63). */
async function requireNoSuccessor(
  tx: Tx,
  workspaceId: string,
  current: Agenda,
  { written, plan }: { written: Written; plan: WritePlan },
): Promise<void> {
  const withdrawn = new Set(
    current.flatMap((block) => (block.type === 'decision' && block.status === 'withdrawn' ? [block.id] : [])),
  )
  const again = plan.decisions.changed.filter(({ id, status }) => status === 'stands' && withdrawn.has(id))
  const ids = again.map(({ id }) => id)
  const superseded = await haveSuccessors(tx, workspaceId, ids)
  if (superseded.size === 0) return
  const at = written.agenda.findIndex((block) => block.type === 'decision' && superseded.has(block.id ?? ''))
  throw invalid(path, `line ${written.lines[at]}: the decision cannot stand again: another decision superseded it`)
}

const charactersIn = (text: string) => (text.length > maxDecisionText ? [...text].length : text.length)

/**
 * A deactivated person who is already assigned to an item may stay.
 * @returns the written agenda with assignees as user ids, without duplicates
 */
async function assignAccounts(
  tx: Tx,
  workspaceId: string,
  current: Agenda,
  { agenda, lines }: Written,
): Promise<Agenda> {
  const accounts = await findPeople(tx, workspaceId, assigneesIn(agenda))
  const assigned = new Map(current.map((block) => [keyOf(block), assigneesIn([block])]))
  const errors: FieldError[] = []
  const named = agenda.map((block, index) => {
    if (block.type !== 'action_item') return block
    const stay = block.id === null ? undefined : assigned.get(keyOf(block))
    const ids = block.assignees.map((name) => {
      const account = accounts.get(name)
      if (account && (account.active || stay?.includes(account.id))) return account.id
      if (errors.length < maxErrors) {
        errors.push({ location: path, message: `line ${lines[index]}: there is no active account ${quote(name)}` })
      }
      return name
    })
    const assignees = [...new Set(ids)]
    if (assignees.length > Math.max(maxAssignees, stay?.length ?? 0)) {
      errors.push({
        location: path,
        message: `line ${lines[index]}: an action item has at most ${maxAssignees} assignees`,
      })
    }
    return { ...block, assignees }
  })
  if (errors.length > 0) throw invalidRequest(errors.slice(0, maxErrors))
  return named
}
