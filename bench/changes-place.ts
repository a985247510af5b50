/** What the measurements of changes share. */
import type { Base } from '../server/app/base.ts'

/** Where the measured workspace is, and how it is asked. */
export type Place = {
  base: Base
  workspaceId: string
  origin: string
  /** Sends a request with the key of a person, or of the super admin. @returns the answer's body */
  ask(person: number | 'admin', method: 'GET' | 'PATCH', path: string, body?: object): Promise<unknown>
  /** CPU time of the API so far. */
  serverCpuMs(): Promise<number>
}

/** A value by its name, for each workspace a column of the table. */
export type Measured = Map<string, string>
