import { after, before } from 'node:test'

/** The tests of this file run in this time zone; other files share their process. */
export function useTimeZone(zone: string): void {
  const own = process.env.TZ
  before(() => {
    process.env.TZ = zone
  })
  after(() => {
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  })
}
