/** Accounts by id or e-mail, as a world names them. An id has no `@`, so the two cannot be confused. */
import { sql } from 'kysely'
import { foldCase } from '../platform/text.ts'
import { distinct } from './rows.ts'
import type { Scope } from './scope.ts'
import { WorldError } from './world-error.ts'

export class People {
  readonly #ids: Map<string, string>

  private constructor(ids: Map<string, string>) {
    this.#ids = ids
  }

  /** Looks up everyone whom a batch names, at once. */
  static async find({ tx, workspace }: Scope, names: Iterable<string | null | undefined>): Promise<People> {
    const wanted = distinct(names)
    const ids = wanted.filter((name) => !name.includes('@'))
    const emails = wanted.filter((name) => name.includes('@')).map(foldCase)
    if (wanted.length === 0) return new People(new Map())
    const { rows } = await sql<{ name: string; id: string }>`
      select id as name, id from users where workspace_id = ${workspace.id} and id = any(${ids})
      union all
      select email_folded, id from users where workspace_id = ${workspace.id} and email_folded = any(${emails})`.execute(
      tx,
    )
    return new People(new Map(rows.map((row) => [row.name, row.id])))
  }

  /** @returns the id, or undefined if there is no such account */
  get(name: string): string | undefined {
    return this.#ids.get(name.includes('@') ? foldCase(name) : name)
  }

  /** @throws {WorldError} there is no such account */
  idOf(name: string, path: string): string {
    const id = this.get(name)
    if (!id) throw new WorldError(path, `there is no user ${name}`)
    return id
  }

  optionalIdOf(name: string | null | undefined, path: string): string | null | undefined {
    return name == null ? name : this.idOf(name, path)
  }

  /** Everyone in a list, each once. */
  idsOf(names: string[], path: string): string[] {
    return [...new Set(names.map((name, index) => this.idOf(name, `${path}[${index}]`)))]
  }
}
