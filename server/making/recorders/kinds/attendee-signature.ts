/** Attendee signs what its request says, and not its bytes: Python's JSON without spaces, with sorted keys. *Pure.* */
import { createHmac } from 'node:crypto'
import { readJson, usualValues } from '../../../platform/http/read-json.ts'

/** @param secret  in base64 @returns in base64; null for a body that is not JSON */
export function signCanonically(secret: string, body: Buffer): string | null {
  try {
    readJson(body, 'body', usualValues)
    const text = print(JSON.parse(body.toString('utf8'), keepNumber))
    return createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('base64')
  } catch {
    return null
  }
}

/** Python and JavaScript write numbers differently, such as 1.0 and 1e22. */
class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const keepNumber = (_key: string, value: unknown, context?: { source: string }) =>
  typeof value === 'number' ? new NumberText(context!.source) : value

function print(value: unknown): string {
  if (value instanceof NumberText) return value.text
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([one], [other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${print(each)}`).join(',')}}`
}
