/**
 * Suggests from the words of an item who does it and until when: "Zoë sends the deck by Wednesday". In the languages of the
 * console, whichever of them the page has: notes are written in others too. *Pure.*
 */
export type Invitee = { id: string; full_name: string; isInvited: boolean }

/** The fields that an item should get; those that are not suggested are missing. */
export type Suggested = { assignees?: string[]; due?: string }

/** @param today  the day that "tomorrow" follows, `YYYY-MM-DD` */
export function suggestDetails(text: string, people: Invitee[], today: string): Suggested {
  const person = personIn(text, people)
  const due = dayIn(fold(text), today)
  return { ...(person && { assignees: [person.id] }), ...(due && { due }) }
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const tokensOf = (text: string) => text.normalize('NFC').match(/[\p{L}\p{M}\p{N}'’-]+/gu) ?? []

/** Whose name comes first. A first name that several have means the one of them who is invited. */
function personIn(text: string, people: Invitee[]): Invitee | null {
  const tokens = tokensOf(text)
  for (const [at, token] of tokens.entries()) {
    // "will" and "may" are names only with a capital.
    if (/^\p{Ll}/u.test(token)) continue
    const rest = tokens.slice(at).map(fold)
    const named = people.filter(({ full_name }) => begins(rest, tokensOf(full_name).map(fold)))
    const called = people.filter(({ full_name }) => begins(rest, tokensOf(full_name).slice(0, 1).map(fold)))
    const found = onlyOf(named) ?? onlyOf(called)
    if (found) return found
  }
  return null
}

const begins = (words: string[], name: string[]) => name.length > 0 && name.every((word, at) => words[at] === word)

function onlyOf(people: Invitee[]): Invitee | null {
  if (people.length === 1) return people[0]!
  const invited = people.filter(({ isInvited }) => isInvited)
  return invited.length === 1 ? invited[0]! : null
}

const tags = ['en', 'de', 'fr']
const named = (options: Intl.DateTimeFormatOptions, count: number, dayOf: (index: number) => number) =>
  new Map(
    tags.flatMap((tag) => {
      const format = new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' })
      return Array.from({ length: count }, (_, index): [string, number] => [fold(format.format(dayOf(index))), index])
    }),
  )

/** From Sunday; 4 January 1970 was one. */
const weekdays = named({ weekday: 'long' }, 7, (index) => Date.UTC(1970, 0, 4 + index))
const months = named({ month: 'long' }, 12, (index) => Date.UTC(1970, index, 1))
const ahead = new Map([
  ...['today', 'heute', "aujourd'hui", 'aujourd’hui'].map((word) => [word, 0] as const),
  ...['tomorrow', 'morgen', 'demain'].map((word) => [word, 1] as const),
])

const oneOf = (words: Iterable<string>) => `(?:${[...words].join('|')})`
const month = oneOf(months.keys())
const introduced = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:by|until|till|due|bis(?: zum)?|d['’]ici(?: a| au)?|avant(?: le)?|pour(?: le)?|(?<dayOnly>on|am|le)) ` +
    `(?:(?<weekday>${oneOf(weekdays.keys())})|(?<near>${oneOf(ahead.keys())})` +
    `|(?<day>\\d{1,2})(?:st|nd|rd|th|\\.|er)? (?<month>${month})|(?<monthBefore>${month}) (?<dayAfter>\\d{1,2})(?:st|nd|rd|th)?` +
    `|(?<german>\\d{1,2}\\.\\d{1,2}\\.)|(?<iso>\\d{4}-\\d\\d-\\d\\d))(?![\\p{L}\\p{N}])`,
  'u',
)

/** A weekday is the next one after today, and a day without a year the next one, today included. */
function dayIn(text: string, today: string): string | null {
  const groups = introduced.exec(text)?.groups
  if (!groups) return null
  const { weekday, near, iso, german } = groups
  const now = new Date(`${today}T00:00:00Z`)
  const after = (days: number) => print(new Date(now.getTime() + days * 86_400_000))
  if (weekday) return after(((weekdays.get(weekday)! - now.getUTCDay() + 6) % 7) + 1)
  // "am Morgen" is the morning.
  if (near) return groups.dayOnly ? null : after(ahead.get(near)!)
  if (iso) return print(new Date(`${iso}T00:00:00Z`)) === iso ? iso : null
  const [day, index] = german
    ? [Number(german.split('.')[0]), Number(german.split('.')[1]) - 1]
    : [Number(groups.day ?? groups.dayAfter), months.get((groups.month ?? groups.monthBefore)!)!]
  return nextDay(now, index, day)
}

function nextDay(now: Date, month: number, day: number): string | null {
  const inYear = (year: number) => new Date(Date.UTC(year, month, day))
  const found = [now.getUTCFullYear(), now.getUTCFullYear() + 1].map(inYear).find((each) => each >= now)
  return found && found.getUTCMonth() === month && found.getUTCDate() === day ? print(found) : null
}

/** Empty for no day at all. */
const print = (day: Date) => (Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10))
