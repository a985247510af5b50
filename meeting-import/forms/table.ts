/** A table: a row for each thing that was said, or for each meeting, as Granola exports its notes. *Pure.* */
import { parse } from 'csv-parse/browser/esm/sync'
import { emptyPart, type Part, readPeople, readWhen, secondsOf, toTranscript, UnreadableError } from './part.ts'
import { readSpokenText } from './spoken-text.ts'

type Row = Record<string, string>

const columns: Record<string, RegExp> = {
  speaker: /^(?:speaker(?:[ _]?name)?|name|who|participant)$/,
  text: /^(?:text|sentence|transcript|content|words|message)$/,
  start: /^(?:start(?:[ _]?time)?(?:[ _]?\(?s(?:ec(?:onds)?)?\)?)?|time(?:stamp)?|from|begin)$/,
  end: /^(?:end(?:[ _]?time)?(?:[ _]?\(?s(?:ec(?:onds)?)?\)?)?|to|until)$/,
  title: /^(?:(?:meeting[ _])?title|meeting(?:[ _]name)?|topic|subject|name)$/,
  day: /^(?:date|day|(?:meeting[ _])?date(?:[ _]?time)?|created(?:[ _]?at)?|start(?:ed)?(?:[ _]?(?:at|time))?|when)$/,
  people: /^(?:attendees|participants|people|invitees|emails?)$/,
  notes:
    /^(?:notes?(?:[ _](?:markdown|content|text))?|summary(?:[ _](?:markdown|text))?|ai[ _]?notes|enhanced[ _]notes)$/,
}

/** Rows of one file. */
export const maxRows = 100_000

/** @throws {UnreadableError} */
export function readTable(text: string): Part[] {
  const rows = parseRows(text)
  const names = Object.keys(rows[0] ?? {})
  const find = (column: string, taken: string[] = []) =>
    names.find((name) => columns[column]!.test(name) && !taken.includes(name))
  const title = find('title')
  const notes = find('notes')
  const words = find('text')
  // A row a meeting has a title and notes; a row a sentence has words and a time or a speaker.
  if (title && (notes || (words && find('day') && !find('speaker', [title])))) {
    const get = (row: Row, column: string) => row[find(column) ?? ''] ?? ''
    return rows.flatMap((row) => readMeeting(row, get, words))
  }
  if (!words || !(find('speaker') || find('start')))
    throw new UnreadableError(
      'Its columns are neither those of a transcript (speaker, start, text) nor of meetings (title, date, notes)',
    )
  const [speaker, start, end] = [find('speaker'), find('start'), find('end')]
  const transcript = toTranscript(
    rows.map((row) => ({
      speaker: row[speaker ?? ''] ?? '',
      text: row[words] ?? '',
      start: secondsOf(row[start ?? '']),
      end: secondsOf(row[end ?? '']),
    })),
  )
  if (!transcript) throw new UnreadableError('There are no words in it')
  return [{ ...emptyPart, transcript }]
}

function readMeeting(row: Row, get: (row: Row, column: string) => string, words: string | undefined): Part[] {
  const spoken = words === undefined ? null : readSpokenText((row[words] ?? '').split(/\r?\n/))
  const notes = get(row, 'notes').trim()
  if (!spoken && notes === '') return []
  return [
    {
      ...emptyPart,
      // Its export is the one that has a table of notes.
      from: 'Granola',
      title: get(row, 'title').trim(),
      ...readWhen(get(row, 'day')),
      people: readPeople(get(row, 'people')),
      transcript: spoken?.transcript ?? null,
      notes,
    },
  ]
}

function parseRows(text: string): Row[] {
  const delimiter = (text.split('\n', 1)[0]!.match(/[;\t,]/g) ?? [',']).sort()
  const most = [',', ';', '\t'].sort((one, other) => count(delimiter, other) - count(delimiter, one))[0]!
  try {
    const rows: Row[] = parse(text, {
      ...{ bom: true, skip_empty_lines: true, relax_column_count: true, delimiter: most, to: maxRows + 1 },
      columns: (header: string[]) => header.map((name) => name.trim().toLowerCase()),
    })
    if (rows.length > maxRows)
      throw new UnreadableError(`It has more than ${maxRows} rows: split it into smaller files`)
    return rows
  } catch (error) {
    throw error instanceof UnreadableError ? error : new UnreadableError('It is no table that can be read')
  }
}

const count = (list: string[], value: string) => list.filter((each) => each === value).length
