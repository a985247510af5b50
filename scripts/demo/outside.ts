/** What the demo has to do with the outside, without asking it anything: nothing here makes a request. *Pure.* */

/** Bo's program, not written yet: what it would have been told is in its log, and can be recovered once it is active. */
export const webhook = {
  id: 'wh_bo',
  owner: 'u_bo',
  scope: 'user',
  url: 'https://hooks.acme.test/minutebook',
  description: 'Reminders on my desk lamp',
  status: 'inactive',
  enabled_events: ['action_item.assigned', 'ai_note.generated'],
  created_at: '2026-11-16T18:20:00.000Z',
  updated_at: '2026-11-16T18:24:00.000Z',
}

/** The calendar that Ada's meetings came from, as an export without secrets has it: without its address it is not read. */
export function feedOf(events: { guid: string; organizer_email: string }[]) {
  const own = events.filter(({ organizer_email }) => organizer_email === 'ada@acme.test')
  return {
    id: 'cal_ada',
    owner: 'u_ada',
    host: 'calendar.acme.test',
    events: own.map(({ guid }) => guid).sort(),
    created_at: '2026-08-31T07:30:00.000Z',
  }
}
