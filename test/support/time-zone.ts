import { after, before } from 'node:test'

function setTimeZone(zone: string | undefined): void {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
}

/** The tests of this file run in this time zone; other files share their process. */
export function useTimeZone(zone: string): void {
  const own = process.env.TZ
  before(() => setTimeZone(zone))
  after(() => setTimeZone(own))
}

/** The work runs in this time zone. */
export function inTimeZone(zone: string, work: () => void): void {
  const own = process.env.TZ
  setTimeZone(zone)
  try {
    work()
  } finally {
    setTimeZone(own)
  }
}
