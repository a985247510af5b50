/** Limits of the service as the tests of one file want them. */
import { after } from 'node:test'

/** Gives limits other values until the file's tests have ended: its process runs other files after it. */
export function limitsHere<T extends object>(limits: T, values: Partial<T>): void {
  const usual = { ...limits }
  Object.assign(limits, values)
  after(() => Object.assign(limits, usual))
}
