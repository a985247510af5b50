/** How far a follower has read: within the first copy, or up to a change (decision 45). *Pure.* */
import Type from 'typebox'
import { Check } from 'typebox/schema'
import { ApiError } from '../../platform/errors.ts'
import { decodeCursor, encodeCursor } from '../../platform/http/page.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { isStorable } from '../../platform/text.ts'
import { isStorableTime } from '../../platform/time.ts'
import { type ExpandedTo, passes } from './expand-membership.ts'
import { type ChangeKind, changeKinds } from './schemas.ts'

/** The last thing of the copy that was sent. */
export type CopyPosition = { time: Date; kind: ChangeKind; id: string }

export type ChangePosition = {
  reader: Reader
  kinds: ChangeKind[]
  /** The number of the last change that was read. */
  number: number
  /** How much of the next change was read, if it stands for many things. */
  expanded: ExpandedTo | null
  /** Null once the first copy is complete; `start` before its first thing. */
  copied: CopyPosition | 'start' | null
}

/** Whose changes are read. A super admin sees all of the workspace. */
export type Reader = { workspaceId: string; userId: string; superAdmin: boolean }

const list = 'changes'

/** @param at  when the cursor is given out: from then on it is valid for CHANGES_RETENTION_DAYS */
export function writeCursor({ reader, kinds, number, expanded, copied }: ChangePosition, at: Date): string {
  const { workspaceId, userId, superAdmin } = reader
  const copy = copied === null || copied === 'start' ? copied : [copied.time.getTime(), copied.kind, copied.id]
  const values = [workspaceId, userId, superAdmin, kinds, number, copy, ...(expanded ? [expanded] : [])]
  return encodeCursor(list, { time: at, id: JSON.stringify(values) })
}

/**
 * @returns `givenAt`: when the cursor was given out
 * @throws {ApiError} 400 for anything that `writeCursor` did not make for this person; 410 for a cursor from before `expired`,
 *   or if the person was a super admin then and is not now, or the reverse
 */
export function readCursor(cursor: string, reader: Reader, expired: Date): { position: ChangePosition; givenAt: Date } {
  const { time, id } = decodeCursor(list, cursor)
  const values = parseJson(id)
  if (!Check(Values, values) && !Check(ExpandedValues, values)) throw new ApiError(400, 'Invalid cursor')
  const [workspaceId, userId, superAdmin, kinds, number, copy, expanded = null] = values
  const copied = copy === null || copy === 'start' ? copy : { time: new Date(copy[0]), kind: copy[1], id: copy[2] }
  if (workspaceId !== reader.workspaceId || userId !== reader.userId) throw new ApiError(400, 'Invalid cursor')
  if (!isEachOnce(kinds) || !isPosition(copied) || !isExpansion(expanded, number))
    throw new ApiError(400, 'Invalid cursor')
  if (superAdmin !== reader.superAdmin || time < expired) throw cursorExpired()
  return { position: { reader, kinds, number, expanded, copied }, givenAt: time }
}

const isEachOnce = (kinds: ChangeKind[]) =>
  kinds.length > 0 && String(kinds) === String(changeKinds.filter((kind) => kinds.includes(kind)))

/** Whether PostgreSQL can hold it. */
const isPosition = (copied: ChangePosition['copied']) =>
  copied === null || copied === 'start' || (isStorableTime(copied.time) && isStorable(copied.id))

const isExpansion = (expanded: ExpandedTo | null, number: number) =>
  expanded === null ||
  (expanded.number === number + 1 && (expanded.after ?? []).slice(1).every((text) => isStorable(String(text))))

export const cursorExpired = () => new ApiError(410, 'Cursor expired')

const Kind = Type.Union(changeKinds.map((kind) => Type.Literal(kind)))
const values = [
  Type.String(),
  Type.String(),
  Type.Boolean(),
  Type.Array(Kind),
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  Type.Union([Type.Null(), Type.Literal('start'), Type.Tuple([Type.Integer(), Kind, Type.String()])]),
] as const
const Values = Type.Tuple([...values])
/** Times that PostgreSQL can hold, in milliseconds, or numbers of changes. */
const At = Type.Integer({ minimum: -62_135_596_800_000, maximum: 253_402_300_799_999 })
const Expansion = Type.Object({
  number: Type.Integer(),
  pass: Type.Union(passes.map((pass) => Type.Literal(pass))),
  after: Type.Union([Type.Null(), Type.Tuple([At, Type.String(), Type.String()])]),
})
const ExpandedValues = Type.Tuple([...values, Expansion])
