/** Calendar files for tests. */

/** A calendar of these lines with CRLF and folded long lines. */
export function calendar(...lines: string[]): string {
  const all = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', '']
  return all.map((line) => line.replace(/(.{70})(?=.)/gu, '$1\r\n ')).join('\r\n')
}

/** A VEVENT. Fields by name, lists for repeated fields, parameters in the name: `DTSTART;VALUE=DATE`. */
export function vevent(fields: Record<string, string | string[]>): string {
  const stamped = { UID: 'one@acme.test', DTSTAMP: '20260101T000000Z', ...fields }
  const lines = Object.entries(stamped).flatMap(([name, values]) => [values].flat().map((value) => `${name}:${value}`))
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n')
}
