/**
 * Plans the stored agenda of a note. It matches blocks without an id to stored blocks, and ensures that a note shows each
 * of its action items once. *Pure.*
 */
import { type ActionItemBlock, type Agenda, keyOf } from '../../../meetings/notes/agenda.ts'
import { closeGaps } from '../../../meetings/notes/stored-agenda.ts'
import { isId } from '../../../platform/id.ts'
import type { StoredBlock } from '../../../platform/postgres/column-types.ts'

/** An action item of the file or the database. */
export type KnownItem = {
  id: string
  note: string | null
  text: string
  /** Whether the item is listed under `action_items`, with or without an id. */
  listed: 'by id' | 'without id' | 'no'
}

export type AgendaPlan = {
  blocks: StoredBlock[]
  /** Items that only the markup describes. */
  newItems: (ActionItemBlock & { id: string })[]
  /** Items that had no note and now belong to this one. */
  movedItems: KnownItem[]
}

/** An invalid block; `block` is its index in the agenda. */
export class BlockError extends Error {
  readonly block: number

  constructor(block: number, message: string) {
    super(message)
    this.block = block
  }
}

/** The action items that the notes of a batch may show. An item that moves to one note is not available to the next. */
export class KnownItems {
  readonly #byId = new Map<string, KnownItem>()
  readonly #byNote = new Map<string, KnownItem[]>()

  /** @param items  in the order in which a note shows items that its agenda does not name */
  constructor(items: KnownItem[]) {
    for (const item of items) this.#byId.set(item.id, item)
    for (const [note, own] of Map.groupBy(items, (item) => item.note)) if (note !== null) this.#byNote.set(note, own)
  }

  get(id: string): KnownItem | undefined {
    return this.#byId.get(id)
  }

  of(note: string): KnownItem[] {
    return this.#byNote.get(note) ?? []
  }

  add(item: KnownItem): void {
    this.#byId.set(item.id, item)
  }
}

const itemKey = ({ id }: { id: string }) => keyOf({ type: 'action_item', id })

/**
 * @param agenda  the agenda in the file; if null, the stored one stays
 * @throws {BlockError} a block names the action item of another note
 */
export function planAgenda(
  note: string,
  agenda: Agenda | null,
  stored: StoredBlock[],
  items: KnownItems,
  newId: (prefix: string) => string,
): AgendaPlan {
  const plan: AgendaPlan = { blocks: [], newItems: [], movedItems: [] }
  const shown = new Set<string>()
  if (agenda === null) {
    plan.blocks = closeGaps(
      stored.filter((block) => block.type !== 'action_item' || items.get(block.id)?.note === note),
    )
    for (const block of plan.blocks) shown.add(keyOf(block))
  }
  const written = new Set((agenda ?? []).map(keyOf))
  // A text with a repeated id cannot be written back (decision 22 on agenda writes), so a talking point never gets the
  // id of an item.
  const ofItems = new Set(items.of(note).map(({ id }) => id))
  const isFree = (key: string) => !written.has(key) && !shown.has(key)

  for (const [index, block] of (agenda ?? []).entries()) {
    if (block.type !== 'talking_point' && block.type !== 'action_item') {
      plan.blocks.push(block)
      continue
    }
    if (block.id && !isId(block.id)) throw new BlockError(index, `the word ${block.id} cannot be an id`)
    const { type, depth, text } = block
    if (type === 'talking_point') {
      const isSame = (other: StoredBlock) => other.type === type && other.text === text && isFree(keyOf(other))
      const same = stored.find(isSame) as typeof block | undefined
      const id = (block.id !== null && !ofItems.has(block.id) ? block.id : null) ?? same?.id ?? newId('tp')
      plan.blocks.push({ type, depth, id, text })
      shown.add(keyOf({ type, id }))
      continue
    }
    const isSame = (item: KnownItem) => item.text === text && item.listed !== 'by id' && isFree(itemKey(item))
    const same = items.of(note).find(isSame)
    const id = block.id ?? same?.id ?? newId('ai')
    const known = items.get(id)
    if (known && known.note !== null && known.note !== note) {
      throw new BlockError(index, `the action item ${id} belongs to the note ${known.note}`)
    }
    if (!known) {
      plan.newItems.push({ ...block, id })
      items.add({ id, note, text, listed: 'no' })
    } else if (known.note === null) {
      plan.movedItems.push(known)
      known.note = note
    }
    plan.blocks.push({ type, depth, id })
    shown.add(itemKey({ id }))
  }
  for (const { id, note: owner } of items.of(note)) {
    if (owner === note && !shown.has(itemKey({ id }))) plan.blocks.push({ type: 'action_item', depth: 0, id })
  }
  return plan
}
