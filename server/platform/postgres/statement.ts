/** Statements that are asked all the time: put together once, filled in at each run. */
import { type Compilable, type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** Stands in a statement for a text or a moment of the request, which each run puts there. */
class Place {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/**
 * A statement whose wording depends on what a request asks for and not on the texts and moments that it names: requests
 * that differ in these alone share it. To build and compile the list of notes anew takes 80 µs, to fill it in 4.
 */
export class Statement<Request extends object, Row> {
  readonly #build: (db: Db, request: Request) => Compilable<Row>
  readonly #compiled = new Map<string, CompiledQuery<Row>>()

  /**
   * @param build  must take the request's texts and moments as they are: they are no texts when it is called. The keys of
   *   a request are ours, never the caller's, so that there are few wordings
   */
  constructor(build: (db: Db, request: Request) => Compilable<Row>) {
    this.#build = build
  }

  async run(db: Db, request: Request): Promise<Row[]> {
    const values: unknown[] = []
    const shape = takeValues(request, values)
    let compiled = this.#compiled.get(shape)
    if (!compiled) {
      compiled = shareParameters(this.#build(db, withPlaces(request, { next: 0 }) as Request).compile())
      this.#compiled.set(shape, compiled)
    }
    const parameters = compiled.parameters.map((each) => (each instanceof Place ? values[each.index] : each))
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

/** A place is one parameter, however often it is named: the workspace stands in a list forty times. */
function shareParameters<Row>(compiled: CompiledQuery<Row>): CompiledQuery<Row> {
  const parameters: unknown[] = []
  const numbers = new Map<unknown, number>()
  const numberOf = compiled.parameters.map((parameter) => {
    const known = numbers.get(parameter)
    if (known !== undefined && parameter instanceof Place) return known
    numbers.set(parameter, parameters.push(parameter))
    return parameters.length
  })
  const text = compiled.sql.replace(/\$(\d+)/g, (_, number: string) => `$${numberOf[Number(number) - 1]}`)
  return { ...compiled, sql: text, parameters }
}

const isValue = (part: unknown) => typeof part === 'string' || part instanceof Date

/** Adds the texts and moments in it to `values`, in order. @returns what is left of it, as a text */
function takeValues(part: unknown, values: unknown[]): string {
  if (isValue(part)) {
    values.push(part)
    return '?'
  }
  if (typeof part !== 'object' || part === null) return String(part)
  let shape = '{'
  for (const key in part) shape += `${key}:${takeValues(part[key as keyof typeof part], values)},`
  return `${shape}}`
}

/** The same, with places in the same order. */
function withPlaces(part: unknown, places: { next: number }): unknown {
  if (isValue(part)) return new Place(places.next++)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withPlaces(value, places)]))
}

/** Whether a column is asked for, as a text: it is filled in like all texts, and makes no wording of its own. */
export type Choice = 'true' | 'false'

export const choice = (wanted: unknown): Choice => (wanted ? 'true' : 'false')

/** The column if it is asked for; it is not read otherwise. */
export function ifChosen<T>(chosen: Choice, column: Expression<T>): RawBuilder<T | null> {
  return sql`case when ${chosen}::boolean then ${column} end`
}
