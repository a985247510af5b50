/** Large deeds in a workspace: imports, deletions and changes of many rows at once. */
export type WaitsCase = {
  name: string
  /** SQL that makes what the deed is about. */
  prepare?: string
  call(): { method: string; path: string; body?: string | object; headers?: Record<string, string> }
}

const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const calendar = (events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const imported = (name: string, events: () => string[][]): WaitsCase => ({
  name: `calendar: ${name}`,
  call: () => ({
    method: 'POST',
    path: '/api/v1/calendar/import',
    body: calendar(events()),
    headers: { 'content-type': 'text/calendar' },
  }),
})
const small = (count: number, title: string) => (): string[][] =>
  Array.from({ length: count }, (_, n) => [`UID:small${n}`, `DTSTART:${at(24 + (n % 1_000))}`, `SUMMARY:${title}`])
const series = (meetings: number): string[][] => [
  ['UID:hourly', `DTSTART:${at(24)}`, `RRULE:FREQ=HOURLY;COUNT=${meetings}`, 'SUMMARY:Hourly'],
]

export const waitsCases: WaitsCase[] = [
  imported('9,000 small meetings', small(9_000, 'Weekly')),
  imported('the same again', small(9_000, 'Weekly')),
  imported('the same, renamed', small(9_000, 'Renamed')),
  imported('a series of 1,000 meetings', () => series(1_000)),
  imported('50 meetings with 1,000 attendees', () =>
    Array.from({ length: 50 }, (_, n) => [
      `UID:crowd${n}`,
      `DTSTART:${at(24)}`,
      'SUMMARY:All hands',
      ...Array.from({ length: 999 }, (_, m) => `ATTENDEE:mailto:person${m}@waits.test`),
      'ATTENDEE:mailto:person0@waits.test',
    ]),
  ),
]
