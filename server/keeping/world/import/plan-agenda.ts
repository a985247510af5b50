/**
 * Plans the stored agenda of a note. It matches blocks without an id to stored blocks, and ensures that a note shows each
 * of its action items and decisions once. *Pure.*
 */
import { type ActionItemBlock, type Agenda, type DecisionBlock, keyOf } from '../../../meetings/notes/agenda.ts'
import { closeGaps } from '../../../meetings/notes/stored-agenda.ts'
import { isId } from '../../../platform/id.ts'
import type { StoredBlock } from '../../../platform/postgres/column-types.ts'

/** An action item or a decision of the file or the database. */
export type KnownThing = {
  id: string
  note: string | null
  text: string
  /** Whether it is listed under `action_items` or `decisions`, with or without an id. */
  listed: 'by id' | 'without id' | 'no'
  /** The recap that a decision came of: it is in no agenda. */
  recording?: string | null
}

export type AgendaPlan = {
  blocks: StoredBlock[]
  /** Items that only the markup describes. */
  newItems: (ActionItemBlock & { id: string })[]
  /** Items that had no note and now belong to this one. */
  movedItems: KnownThing[]
  /** Decisions that only the markup describes. */
  newDecisions: (DecisionBlock & { id: string })[]
}

/** An invalid block; `block` is its index in the agenda. */
export class BlockError extends Error {
  readonly block: number

  constructor(block: number, message: string) {
    super(message)
    this.block = block
  }
}

/**
 * The things of one kind that the notes of a batch may show. An item that moves to one note is not available to the next.
 */
export class KnownThings {
  readonly #byId = new Map<string, KnownThing>()
  readonly #byNote = new Map<string, KnownThing[]>()

  /** @param things  in the order in which a note shows those that its agenda does not name */
  constructor(things: KnownThing[]) {
    for (const thing of things) this.#byId.set(thing.id, thing)
    for (const [note, own] of Map.groupBy(things, (thing) => thing.note)) {
      if (note !== null)
        this.#byNote.set(
          note,
          own.filter(({ recording }) => recording == null),
        )
    }
  }

  get(id: string): KnownThing | undefined {
    return this.#byId.get(id)
  }

  of(note: string): KnownThing[] {
    return this.#byNote.get(note) ?? []
  }

  add(thing: KnownThing): void {
    this.#byId.set(thing.id, thing)
  }
}

/** What the notes of a batch may show, by the kind of their blocks. */
export type Known = { action_item: KnownThings; decision: KnownThings }

const kinds = ['action_item', 'decision'] as const
const inWords = { action_item: 'action item', decision: 'decision' }
const prefixes = { action_item: 'ai', decision: 'dec' }

/**
 * @param agenda  the agenda in the file; if null, the stored one stays
 * @throws {BlockError} a block names the action item or the decision of another note, or a decision of a recap
 */
export function planAgenda(
  note: string,
  agenda: Agenda | null,
  stored: StoredBlock[],
  known: Known,
  newId: (prefix: string) => string,
): AgendaPlan {
  const plan: AgendaPlan = { blocks: [], newItems: [], movedItems: [], newDecisions: [] }
  const shown = new Set<string>()
  if (agenda === null) {
    plan.blocks = closeGaps(stored.filter((block) => !isThing(block) || known[block.type].get(block.id)?.note === note))
    for (const block of plan.blocks) shown.add(keyOf(block))
  }
  const written = new Set((agenda ?? []).map(keyOf))
  // A text with a repeated id cannot be written back (decision 22 on agenda writes), so a talking point never gets the
  // id of an item or a decision.
  const taken = new Set(kinds.flatMap((kind) => known[kind].of(note)).map(({ id }) => id))
  const isFree = (key: string) => !written.has(key) && !shown.has(key)

  for (const [index, block] of (agenda ?? []).entries()) {
    if (!('id' in block)) {
      plan.blocks.push(block)
      continue
    }
    if (block.id && !isId(block.id)) throw new BlockError(index, `the word ${block.id} cannot be an id`)
    const { type, depth, text } = block
    if (type === 'talking_point') {
      const isSame = (other: StoredBlock) => other.type === type && other.text === text && isFree(keyOf(other))
      const same = stored.find(isSame) as typeof block | undefined
      const id = (block.id !== null && !taken.has(block.id) ? block.id : null) ?? same?.id ?? newId('tp')
      plan.blocks.push({ type, depth, id, text })
      shown.add(keyOf({ type, id }))
      continue
    }
    const isSame = (thing: KnownThing) =>
      thing.text === text && thing.listed !== 'by id' && isFree(keyOf({ type, id: thing.id }))
    const same = known[type].of(note).find(isSame)
    const id = block.id ?? same?.id ?? newId(prefixes[type])
    const thing = known[type].get(id)
    if (thing?.recording != null) {
      throw new BlockError(index, `the ${inWords[type]} ${id} belongs to the recording ${thing.recording}`)
    }
    if (thing && thing.note !== null && thing.note !== note) {
      throw new BlockError(index, `the ${inWords[type]} ${id} belongs to the note ${thing.note}`)
    }
    if (!thing) {
      if (block.type === 'decision') plan.newDecisions.push({ ...block, id })
      else plan.newItems.push({ ...block, id })
      known[type].add({ id, note, text, listed: 'no' })
    } else if (thing.note === null) {
      plan.movedItems.push(thing)
      thing.note = note
    }
    plan.blocks.push({ type, depth, id })
    shown.add(keyOf({ type, id }))
  }
  for (const type of kinds) {
    for (const { id, note: owner } of known[type].of(note)) {
      if (owner === note && !shown.has(keyOf({ type, id }))) plan.blocks.push({ type, depth: 0, id })
    }
  }
  return plan
}

const isThing = (block: StoredBlock) => block.type === 'action_item' || block.type === 'decision'
