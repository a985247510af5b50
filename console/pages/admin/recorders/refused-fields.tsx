/** Shows the service's errors at their fields, or below the form. */
import { errorsOf } from '../../../api/client.ts'
import type { Kind } from '../../../api/recorder.ts'
import { Refusal } from '../../../ui/section.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import type { Term } from './draft.ts'

const { recorders: said } = adminWords

export type RefusedFields = Partial<Record<Term | 'secret' | 'user', string>>

/** In the console's language: each field but the address has only one possible error. */
export function refusedFields(error: unknown, kind: Kind): RefusedFields {
  const known: Record<string, string> = { ...said.wrong, secret: said.wrongSecret[kind] }
  const errors = errorsOf(error).map(({ location, message }) => [location.replace(/^body\./, ''), message] as const)
  return Object.fromEntries(
    errors
      .filter(([name]) => Object.hasOwn(known, name))
      .map(([name, message]) => [name, name === 'base_url' ? explainAddress(message) : known[name]]),
  )
}

const mistakes = Object.entries(said.wrongAddress)

/** The service's words tell the mistake. */
const explainAddress = (message: string) =>
  mistakes.find(([part]) => message.includes(part))?.[1] ?? said.wrong.base_url

export const OtherRefusal = ({ error, refused }: { error: unknown; refused: RefusedFields }) =>
  Object.keys(refused).length === 0 ? <Refusal error={error} /> : null
