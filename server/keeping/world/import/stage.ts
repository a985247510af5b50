/**
 * Stores the objects of a file in a temporary table, so that they may be in any order and do not stay in memory. Each kind
 * is read back in batches, in the order of the file.
 */
import { sql } from 'kysely'
import type { Tx } from '../../../platform/postgres/db.ts'
import { checkDoc } from '../format/check-doc.ts'
import type { WorldObject } from '../format/read-world.ts'
import type { Doc, Kind } from '../format/schema.ts'
import { WorldError } from '../format/world-error.ts'
import { identities } from './identity.ts'

/** An object of the file. `parent` is the note of an action item, once known. `counted`: the tally already has it. */
export type Staged<K extends Kind> = {
  index: number
  id: string
  parent: string | null
  counted: boolean
  doc: Doc<K>
  path: string
}

const maxRows = 1_000
const maxCharacters = 1_000_000

export class Stage {
  readonly #tx: Tx
  #buffer: string[] = []
  #buffered = 0
  /** The workspaces whose webhooks are under the key `webhook_list`. */
  readonly #webhookLists = new Set<number>()
  /** Number of workspaces in the file. */
  workspaces = 0
  /** The last batch of each kind in each workspace, with its size so far. */
  readonly #batches = new Map<string, { number: number; rows: number; characters: number }>()

  private constructor(tx: Tx) {
    this.#tx = tx
  }

  static async open(tx: Tx): Promise<Stage> {
    await sql`
      create temporary table world_rows (
        workspace integer not null,
        kind text collate "C" not null,
        index integer not null,
        batch integer not null,
        id text collate "C",
        key text[] collate "C" not null,
        parent text collate "C",
        counted boolean not null default false,
        doc json not null
      ) on commit drop`.execute(tx)
    // Ids of action items and decisions in agendas of the file (identify.ts).
    await sql`
      create temporary table world_named (
        workspace integer not null,
        kind text collate "C" not null,
        id text collate "C" not null
      ) on commit drop`.execute(tx)
    // Every document is read only once or twice, so compression would cost more time than it saves.
    await sql`alter table world_rows alter column doc set storage external`.execute(tx)
    return new Stage(tx)
  }

  /** @throws {WorldError} the object is invalid */
  async add({ kind, workspace, index, path, value }: WorldObject): Promise<void> {
    const doc = checkDoc(kind, value, path)
    this.workspaces = workspace + 1
    if (kind === 'webhooks' && path.includes('webhook_list')) this.#webhookLists.add(workspace)
    const { id, keyOf } = identities[kind] as { id: string; keyOf(doc: unknown): unknown }
    const text = JSON.stringify(doc)
    const row = {
      workspace,
      kind,
      index,
      batch: this.#batch(kind, workspace, text.length),
      counted: false,
      id: (doc as Record<string, unknown>)[id] ?? null,
      key: keyOf(doc),
      parent: kind === 'action_items' ? ((doc as Doc<'action_items'>).note ?? null) : null,
    }
    this.#buffer.push(`${JSON.stringify(row).slice(0, -1)},"doc":${text}}`)
    this.#buffered += text.length
    if (this.#buffer.length >= maxRows || this.#buffered >= maxCharacters) await this.#flush()
  }

  /** @throws {WorldError} two objects of the file have the same id or the same unique natural key */
  async finish(): Promise<void> {
    await this.#flush()
    await sql`create index on world_rows (workspace, kind, batch, index)`.execute(this.#tx)
    await sql`create index on world_rows (workspace, kind, id)`.execute(this.#tx)
    await sql`create index on world_rows (workspace, parent) where parent is not null`.execute(this.#tx)
    await sql`analyze world_rows`.execute(this.#tx)
    await this.#rejectDuplicates('id')
    await this.#rejectDuplicates('key')
  }

  has(workspace: number, kind: Kind): boolean {
    return this.#batches.has(`${workspace} ${kind}`)
  }

  /** Whether the file puts the workspace or a person under legal hold. */
  async hasHold(workspace: number): Promise<boolean> {
    const { rows } = await sql`select from world_rows
      where workspace = ${workspace} and kind in ('workspaces', 'users') and doc ->> 'legal_hold' is not null
      limit 1`.execute(this.#tx)
    return rows.length > 0
  }

  /** The objects of a kind, in the order of the file. */
  async *batches<K extends Kind>(workspace: number, kind: K): AsyncGenerator<Staged<K>[]> {
    const last = this.#batches.get(`${workspace} ${kind}`)?.number ?? -1
    for (let batch = 0; batch <= last; batch++) {
      const { rows } = await sql<Omit<Staged<K>, 'path'>>`
        select index, id, parent, counted, doc from world_rows
        where workspace = ${workspace} and kind = ${kind} and batch = ${batch} order by index`.execute(this.#tx)
      yield rows.map((row) => ({ ...row, path: this.#pathOf(workspace, kind, row.index) }))
    }
  }

  /** Marks objects that are already in the tally as new or changed, so that they are not counted again. */
  async markCounted(workspace: number, kind: Kind, ids: string[]): Promise<void> {
    await sql`update world_rows set counted = true
      where workspace = ${workspace} and kind = ${kind} and id = any(${ids})`.execute(this.#tx)
  }

  /** The objects of these ids, as far as the file has them. */
  async findDocs<K extends Kind>(workspace: number, kind: K, ids: string[]): Promise<Map<string, Doc<K>>> {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: string; doc: Doc<K> }>`
      select id, doc from world_rows where workspace = ${workspace} and kind = ${kind} and id = any(${ids})`.execute(
      this.#tx,
    )
    return new Map(rows.map(({ id, doc }) => [id, doc]))
  }

  /** Which of these ids have an object in the file. */
  async findNamed(workspace: number, kind: Kind, ids: (string | null | undefined)[]): Promise<Set<string>> {
    const { rows } = await sql<{ id: string }>`
      select id from world_rows where workspace = ${workspace} and kind = ${kind} and id = any(${ids})`.execute(
      this.#tx,
    )
    return new Set(rows.map(({ id }) => id))
  }

  #batch(kind: Kind, workspace: number, characters: number): number {
    const name = `${workspace} ${kind}`
    const batch = this.#batches.get(name) ?? { number: 0, rows: 0, characters: 0 }
    this.#batches.set(name, batch)
    if (batch.rows >= maxRows || (batch.rows > 0 && batch.characters + characters > maxCharacters)) {
      Object.assign(batch, { number: batch.number + 1, rows: 0, characters: 0 })
    }
    batch.rows++
    batch.characters += characters
    return batch.number
  }

  async #flush(): Promise<void> {
    if (this.#buffer.length === 0) return
    const rows = `[${this.#buffer.join(',')}]`
    this.#buffer = []
    this.#buffered = 0
    await sql`insert into world_rows select * from json_populate_recordset(null::world_rows, ${rows}::json)`.execute(
      this.#tx,
    )
  }

  /** @param field  ids are unique within a workspace; natural keys only if `identities` says so */
  async #rejectDuplicates(field: 'id' | 'key'): Promise<void> {
    const unique = Object.entries(identities).flatMap(([kind, identity]) => (identity.unique ? [kind] : []))
    const everywhere = field === 'id' ? ['workspaces'] : ['workspaces', 'api_keys']
    const { rows } = await sql<{ workspace: number; kind: Kind; index: number; doc: never; id: string; key: string[] }>`
      select workspace, kind, index, doc, id, key from world_rows join (
        select workspace, kind, index, row_number() over (
          partition by kind, case when kind = any(${everywhere}) then 0 else workspace end, ${sql.ref(field)}
          order by workspace, index) as nth
        from world_rows
        where ${field === 'id' ? sql`id is not null` : sql`key[1] = '0' and kind = any(${unique})`}) as counted
        using (workspace, kind, index)
      where nth = 2 order by workspace, kind, index limit 1`.execute(this.#tx)
    const duplicate = rows[0]
    if (!duplicate) return
    const path = this.#pathOf(duplicate.workspace, duplicate.kind, duplicate.index)
    const { id, unique: own } = identities[duplicate.kind]
    if (field === 'id') throw new WorldError(`${path}.${id}`, `${duplicate.id} is there twice`)
    // The error must not contain a secret.
    throw new WorldError(
      `${path}.${own!(duplicate.doc)}`,
      duplicate.kind === 'api_keys' ? 'is there twice' : `${duplicate.key[1]} is there twice`,
    )
  }

  #pathOf(workspace: number, kind: Kind, index: number): string {
    if (kind === 'workspaces') return `workspaces[${workspace}]`
    const list = kind === 'webhooks' && this.#webhookLists.has(workspace) ? 'webhook_list' : kind
    return `workspaces[${workspace}].${list}[${index}]`
  }
}
