/** The accounts that a world names by id or e-mail. */
import { findPeople, type NamedAccount } from '../../../people/accounts/find-people.ts'
import { WorldError } from '../format/world-error.ts'
import type { ImportContext } from './import-context.ts'
import { distinct } from './rows.ts'

export class People {
  readonly #accounts: Map<string, NamedAccount>

  private constructor(accounts: Map<string, NamedAccount>) {
    this.#accounts = accounts
  }

  /** Looks up all names of a batch with one query. */
  static async find({ tx, workspace }: ImportContext, names: Iterable<string | null | undefined>): Promise<People> {
    return new People(await findPeople(tx, workspace.id, distinct(names)))
  }

  /** @returns the id, or undefined if there is no such account */
  get(name: string): string | undefined {
    return this.#accounts.get(name)?.id
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

  /** The ids of all names in a list, without duplicates. */
  idsOf(names: string[], path: string): string[] {
    return [...new Set(names.map((name, index) => this.idOf(name, `${path}[${index}]`)))]
  }
}
