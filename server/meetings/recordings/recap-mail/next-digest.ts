/** When the recaps of a day are mailed. *Pure.* */

/** The hour of the day, on the clock of the person's time zone. */
export const digestHour = 7

export const zonePattern = '^[A-Za-z][A-Za-z0-9_+/-]*$'

/** Whether it is a name of the IANA database, as `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return new RegExp(zonePattern).test(name) && Boolean(inZone(0, name))
  } catch {
    return false
  }
}

/** The next morning after this moment. */
export function nextDigest(now: Date, timeZone: string): Date {
  const local = inZone(now.getTime(), timeZone)
  const today = local.withPlainTime({ hour: digestHour })
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 })
  return new Date(next.epochMilliseconds)
}

const inZone = (moment: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone)
