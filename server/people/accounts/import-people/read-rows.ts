/** A table of people, from CSV or JSON, as rows with a number that errors can name (decision 52 on people in bulk). *Pure.* */
import { CsvError, parse } from 'csv-parse/sync'
import type { FieldError } from '../../../platform/errors.ts'
import { isEmail, isStorable } from '../../../platform/text.ts'

/** People in one import. */
export const maxRows = 5_000
const maxName = 255
const maxRecordBytes = 10_000

/** `null`: not given, so it stays as it is or has its default. */
export type PersonRow = {
  row: number
  email: string
  /** Their current address from now on. */
  new_email: string | null
  full_name: string | null
  admin: boolean | null
  active: boolean | null
}

export type ReadRows = { rows: PersonRow[]; errors: FieldError[] }

const columns = ['email', 'new_email', 'full_name', 'admin', 'active'] as const
type Cells = Partial<Record<(typeof columns)[number], string>>

type CsvRecord = { record: string[]; info: { lines: number } }

/** The first row names the columns. Rows count from it, as in a spreadsheet; blank lines count too. */
export function readCsv(bytes: Buffer): ReadRows {
  const text = decode(bytes)
  if (text === null) return faulty('row 1', 'must be UTF-8 text without NUL')
  let records: CsvRecord[]
  try {
    records = parse(text, {
      bom: true,
      info: true,
      skip_empty_lines: true,
      trim: true,
      delimiter: delimiterOf(text),
      to: maxRows + 2,
      max_record_size: maxRecordBytes,
    }) as unknown as CsvRecord[]
  } catch (error) {
    if (error instanceof CsvError) return faulty(`row ${Number(error.lines) || 1}`, plain(error))
    throw error
  }
  const [head, ...body] = records
  if (!head) return faulty('row 1', 'must name the columns email and full_name')
  const errors = checkHead(head.record)
  if (errors.length > 0) return { rows: [], errors }
  if (body.length > maxRows)
    return faulty(`row ${body.at(-1)!.info.lines}`, `is beyond the ${maxRows} people of one import`)
  return collect(
    body.map(({ record, info }) => {
      const cells: Cells = Object.fromEntries(head.record.map((name, index) => [name, record[index]]))
      return readCells(cells, info.lines)
    }),
  )
}

/** `users` of a request whose schema is checked already. */
export function readJsonRows(users: JsonRow[]): ReadRows {
  return collect(
    users.map(({ email, new_email = null, full_name = null, admin = null, active = null }, index) => ({
      row: { row: index, email, new_email, full_name, admin, active },
      errors: [],
    })),
  )
}
export type JsonRow = { email: string } & { [Field in 'new_email' | 'full_name']?: string | null } & {
  [Field in 'admin' | 'active']?: boolean | null
}

function decode(bytes: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isStorable(text) ? text : null
  } catch {
    return null
  }
}

/** In many countries spreadsheets separate columns by semicolons. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/))
  return [';', '\t'].find((sign) => head.includes(sign) && !head.includes(',')) ?? ','
}

const plain = ({ code }: CsvError) =>
  code.startsWith('CSV_RECORD_INCONSISTENT') || code.includes('COLUMNS_LENGTH')
    ? 'has another number of columns than the first row'
    : code === 'CSV_MAX_RECORD_SIZE'
      ? `is longer than ${maxRecordBytes} bytes`
      : 'is no CSV: a quotation mark is missing or in the wrong place'

function checkHead(names: string[]): FieldError[] {
  const known: readonly string[] = columns
  return [
    ...names.flatMap((name, index) => {
      const location = `row 1, column ${index + 1}`
      if (!known.includes(name)) return [{ location, message: `must be one of ${columns.join(', ')}` }]
      return names.indexOf(name) < index ? [{ location, message: `${name} is there twice` }] : []
    }),
    ...(names.includes('email') ? [] : [{ location: 'row 1', message: 'must have a column email' }]),
  ]
}

type Read = { row: PersonRow; errors: FieldError[] }

function readCells({ email = '', new_email = '', full_name = '', admin = '', active = '' }: Cells, row: number): Read {
  const errors: FieldError[] = []
  const wrong = (column: string, message: string) => void errors.push({ location: `row ${row}, ${column}`, message })
  if (!isEmail(email)) wrong('email', 'must be an e-mail address')
  if (new_email !== '' && !isEmail(new_email)) wrong('new_email', 'must be an e-mail address')
  if ([...full_name].length > maxName) wrong('full_name', `must have at most ${maxName} characters`)
  const flag = (column: string, cell: string) => {
    if (cell === '') return null
    if (!/^(true|false)$/i.test(cell)) wrong(column, 'must be true or false')
    return /^true$/i.test(cell)
  }
  const flags = { admin: flag('admin', admin), active: flag('active', active) }
  return { row: { row, email, new_email: new_email || null, full_name: full_name || null, ...flags }, errors }
}

function collect(read: Read[]): ReadRows {
  return { rows: read.map(({ row }) => row), errors: read.flatMap(({ errors }) => errors) }
}

const faulty = (location: string, message: string): ReadRows => ({ rows: [], errors: [{ location, message }] })
